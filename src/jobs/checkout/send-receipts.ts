// Sends payers their receipts by e-mail. Each is tried a few times with growing pauses, then given up.
import type { Ports } from '../../operations/call.ts'
import type {
  FinalReceiptState,
  MailMessage,
  MailSender,
  QueuedReceipt,
  ReceiptQueue,
} from '../../ports/checkout/receipts.ts'
import type { StoredOrder, StoredTransaction } from '../../ports/payments/transactions.ts'

const minuteMs = 60_000
/** The pauses after the first, second, ... attempt that failed. After the last one it is given up. */
export const retryPausesMs = [1, 5, 30, 120, 720].map((minutes) => minutes * minuteMs)
/** Longer than sending one takes; when a process stops in the middle, another sends it after that. */
const leaseMs = 2 * minuteMs

export interface ReceiptReport extends QueuedReceipt {
  readonly state: FinalReceiptState | 'PENDING'
  readonly why?: string
}

export interface ReceiptJobOptions {
  /** The e-mail for a payment; undefined when there is nothing to send, or no address. */
  readonly render: (
    receipt: QueuedReceipt,
    payment: { readonly order: StoredOrder; readonly transaction: StoredTransaction },
  ) => Omit<MailMessage, 'id' | 'at'> | undefined
  readonly onReport: (report: ReceiptReport) => void
  readonly isStopped: () => boolean
}

type Parts = { readonly queue: ReceiptQueue; readonly mail: MailSender } & Pick<Ports, 'store' | 'clock'>

/** Sends those that are due. After a failure of the mail server the others wait for the next run, since it may be unreachable. */
export async function sendReceipts(parts: Parts, options: ReceiptJobOptions): Promise<void> {
  while (!options.isStopped()) {
    const receipt = await claimNext(parts)
    if (!receipt) return
    const { hasFailed } = await sendReceipt(receipt, parts, options)
    if (hasFailed) return
  }
}

/** One at a time: the lease of a batch could end before its last message is sent, and another process would send that, too. */
async function claimNext({ queue, clock }: Pick<Parts, 'queue' | 'clock'>): Promise<QueuedReceipt | undefined> {
  const now = clock.expiryTime()
  const [receipt] = await queue.claimDue({ now, leaseUntil: new Date(now.getTime() + leaseMs), limit: 1 })
  return receipt
}

async function sendReceipt(
  receipt: QueuedReceipt,
  { queue, mail, store, clock }: Parts,
  { render, onReport }: ReceiptJobOptions,
): Promise<{ readonly hasFailed: boolean }> {
  const message = await messageFor(receipt, store, render)
  if (!message) {
    await queue.end(receipt, 'NO_ADDRESS')
    return { hasFailed: false }
  }
  const result = await mail.send(message)
  if (result.kind === 'SENT') {
    await queue.end(receipt, 'SENT')
    onReport({ ...receipt, state: 'SENT' })
    return { hasFailed: false }
  }
  const pauseMs = result.kind === 'REFUSED' ? undefined : retryPausesMs[receipt.attempts - 1]
  if (pauseMs === undefined) await queue.end(receipt, 'FAILED')
  else await queue.retryAt(receipt, new Date(clock.expiryTime().getTime() + pauseMs))
  onReport({ ...receipt, state: pauseMs === undefined ? 'FAILED' : 'PENDING', why: result.why })
  return { hasFailed: result.kind === 'FAILED' }
}

async function messageFor(
  receipt: QueuedReceipt,
  store: Parts['store'],
  render: ReceiptJobOptions['render'],
): Promise<MailMessage | undefined> {
  const { merchantId, orderId, transactionId } = receipt
  const order = await store.findOrder({ merchantId, orderId })
  const transaction = order?.transactions.find(({ key }) => key.transactionId === transactionId)
  const rendered = order && transaction && render(receipt, { order, transaction })
  return rendered && { ...rendered, id: `${merchantId}.${transaction.acquirerReference}`, at: transaction.updatedAt }
}

const keptDays = 30

/** What was sent or given up long ago. */
export function deleteOldReceipts(queue: ReceiptQueue, { expiryTime }: Ports['clock']): Promise<number> {
  return queue.deleteOld(new Date(expiryTime().getTime() - keptDays * 24 * 60 * minuteMs), 1_000)
}
