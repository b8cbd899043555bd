// Brings abandoned attempts to an outcome: those a crash or a pause left in flight, and those whose outcome was open.
// It never asks for the payment again; it asks what became of it.
import { isBrowserPayment } from '../domain/browser-payment.ts'
import type { Ports } from '../operations/call.ts'
import { askToReverse } from '../operations/steps/ask-to-reverse.ts'
import { conclude, type Reply } from '../operations/steps/settle.ts'
import type { StoredTransaction } from '../ports/store.ts'
import { countSettled, ignore, type OnError } from './count-settled.ts'
import { type LookAfterPorts, lookAfterBrowserPayment } from './look-after-browser-payment.ts'

const batchSize = 50
/** Nobody else takes a claimed attempt for this long; one we fail to settle is tried again after it. */
const leaseMs = 10_000

type RecoveryPorts = LookAfterPorts & Pick<Ports, 'acquirers' | 'risk' | 'tokens' | 'audit'>

/** Returns how many attempts were brought to an outcome. */
export async function recoverAttempts(ports: RecoveryPorts, onError: OnError = ignore): Promise<number> {
  const overdue = await ports.store.claimOverdue(batchSize, leaseMs)
  const settled = await Promise.allSettled(overdue.map((transaction) => recover(transaction, ports)))
  return countSettled(settled, onError)
}

async function recover(abandoned: StoredTransaction, ports: RecoveryPorts): Promise<boolean> {
  const { store, acquirers } = ports
  const { key, link, acquirerReference: reference, claim, journey } = abandoned
  if (isBrowserPayment(journey)) return lookAfterBrowserPayment(abandoned, journey, ports)
  const fate =
    // No acquirer has ever heard of an authentication.
    abandoned.type === 'AUTHENTICATION'
      ? ({ kind: 'notFound' } as const)
      : await acquirers.of(link)?.inquire({ acquirerMerchantId: link.acquirerMerchantId, reference })
  if (!fate || fate.kind === 'noAnswer') return false
  const [stored, access] = await Promise.all([store.findOrder(key), store.findMerchant(key.merchantId)])
  if (!stored || !access) return false
  const reply = fate.kind === 'notFound' ? await neverArrived(abandoned, ports) : fate
  if (!reply) return false
  const attempt = { ...abandoned, at: abandoned.recordedAt }
  const about = { attempt, order: stored.order, merchant: access.merchant, claim }
  return (await conclude(reply, about, ports)).recorded === 'RECORDED'
}

/**
 * What the acquirer does not know now it must never do: a process that slept past the deadline may still send it. What
 * moves money is reversed with its outcome, so that it is refused should it arrive. What undoes or changes something is
 * called off before it is said to have failed; where that is not certain, the attempt stays open and is looked at again.
 */
async function neverArrived(abandoned: StoredTransaction, ports: RecoveryPorts): Promise<Reply | undefined> {
  const { type, link } = abandoned
  const undoesOrChanges = type.startsWith('VOID_') || type === 'AUTHORIZATION_UPDATE'
  if (!undoesOrChanges) return { kind: 'noAnswer' }
  const isCalledOff =
    (await askToReverse(abandoned, ports)) === 'DONE' || !ports.acquirers.of(link)?.capabilities.canReverse
  return isCalledOff ? { kind: 'notSent', why: 'the acquirer never got it' } : undefined
}
