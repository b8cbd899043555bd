// Closes a batch, currency by currency: the totals of both sides are compared (0500). Where they differ, they are counted
// again, since payments went on meanwhile; if they still differ, every transaction is uploaded (0320), and the totals are
// compared once more. Each 0500 is stored before it is sent and repeated under its identity until it is answered, by
// whichever process continues.
import { Iso8583Error, type Iso8583Message } from '../../../iso8583/index.ts'
import type {
  ClosingResult,
  OpenSettlementBatch,
  SettlementBatchToClose,
  SettlementBatchTotal,
  SettlementBatchTransaction,
} from '../../../payments/index.ts'
import type { SentExchange } from '../connections/in-flight.ts'
import type { Iso8583Settings } from '../settings/settings.ts'
import type { TraceNumberSource } from '../trace-numbers.ts'
import { type MessageIdentity, retrievalReference, transmissionOf } from '../wire.ts'
import { processingCodes, readReconciliation, readUpload, reconciliation, upload } from './batch-messages.ts'

export interface ReconcileParts {
  readonly settings: Pick<Iso8583Settings, 'institutionId' | 'terminal'>
  readonly traceNumbers: TraceNumberSource
  exchange(message: Iso8583Message): Promise<SentExchange>
}

/** JSON has no integers of any length. */
interface StoredTotal extends Omit<SettlementBatchTotal, 'capturedMinor' | 'refundedMinor'> {
  readonly capturedMinor: string
  readonly refundedMinor: string
}

/** How far one currency has come. */
type CurrencyProgress =
  /** This 0500 has no response yet. */
  | { readonly step: 'SENT'; readonly code: string; readonly identity: MessageIdentity; readonly total: StoredTotal }
  | { readonly step: 'DIFFERS'; readonly why: string; readonly theirs?: StoredTotal }
  | { readonly step: 'CLOSED'; readonly total: StoredTotal }

interface Closing extends ReconcileParts {
  readonly acquirerMerchantId: string
  readonly terminals: readonly string[]
  readonly batch: OpenSettlementBatch
  readonly progress: Map<string, CurrencyProgress>
}

type CurrencyResult = 'CLOSED' | 'OUT_OF_BALANCE' | 'IN_FLIGHT' | 'NO_ANSWER'

export async function reconcileBatch(about: SettlementBatchToClose, parts: ReconcileParts): Promise<ClosingResult> {
  const { batch, acquirerMerchantId, terminals = [] } = about
  if (!batch) return { kind: 'NOTHING_OPEN' }
  const stored = Object.entries(batch.progress ?? {}) as [string, CurrencyProgress][]
  const closing: Closing = { acquirerMerchantId, terminals, batch, ...parts, progress: new Map(stored) }
  // What was sent is finished first, so that the count that follows is of a batch that takes nothing more.
  for (const [currency, { step }] of stored)
    if (step === 'SENT' && (await send(currency, closing, true)) === 'NO_ANSWER') return { kind: 'NO_ANSWER' }
  const counted = await batch.count()
  if (counted === 'IN_FLIGHT') return { kind: 'IN_FLIGHT' }
  const currencies = new Set([...closing.progress.keys(), ...counted.map(({ currency }) => currency)])
  const results: CurrencyResult[] = []
  for (const currency of currencies) {
    const result = await closeCurrency(currency, closing, totalOf(counted, currency))
    if (result === 'NO_ANSWER' || result === 'IN_FLIGHT') return { kind: result }
    results.push(result)
  }
  return results.includes('OUT_OF_BALANCE') ? describeDifference(closing) : describeClosed(closing)
}

async function closeCurrency(
  currency: string,
  closing: Closing,
  counted: SettlementBatchTotal,
): Promise<CurrencyResult> {
  const { progress, batch } = closing
  if (progress.get(currency)?.step === 'CLOSED') return 'CLOSED'
  if (!progress.has(currency)) {
    const result = await begin(currency, closing, { code: processingCodes.totals, total: counted })
    if (result !== 'DIFFERS') return result
    // The batch takes nothing more since: what was in flight then is waited for, and counted.
    const again = await batch.count()
    if (again === 'IN_FLIGHT') return 'IN_FLIGHT'
    return closeAfterDifference(currency, closing, totalOf(again, currency))
  }
  return closeAfterDifference(currency, closing, counted)
}

async function closeAfterDifference(
  currency: string,
  closing: Closing,
  total: SettlementBatchTotal,
): Promise<CurrencyResult> {
  const { progress, batch } = closing
  const before = progress.get(currency)
  const theirs = before?.step === 'DIFFERS' && before.theirs ? readTotal(before.theirs) : undefined
  if (theirs && isSame(theirs, total)) {
    const result = await begin(currency, closing, { code: processingCodes.totals, total })
    if (result !== 'DIFFERS') return result
  }
  const uploaded = await uploadAll(currency, closing)
  if (uploaded === 'NO_ANSWER') return 'NO_ANSWER'
  if (uploaded !== 'TAKEN') {
    const isSaved = await save(currency, closing, { step: 'DIFFERS', why: uploaded.why })
    return isSaved ? 'OUT_OF_BALANCE' : 'NO_ANSWER'
  }
  const after = await batch.count()
  if (after === 'IN_FLIGHT') return 'IN_FLIGHT'
  const result = await begin(currency, closing, { code: processingCodes.afterUpload, total: totalOf(after, currency) })
  return result === 'DIFFERS' ? 'OUT_OF_BALANCE' : result
}

type SendResult = 'CLOSED' | 'DIFFERS' | 'NO_ANSWER'

/** Under a new identity, which is stored before anything is sent. */
async function begin(
  currency: string,
  closing: Closing,
  { code, total }: { readonly code: string; readonly total: SettlementBatchTotal },
): Promise<SendResult> {
  const { traceNumbers, settings, terminals } = closing
  const taken = await traceNumbers.take(1)
  if (!taken) return 'NO_ANSWER'
  const identity = { ...identityOf(taken, settings), terminal: terminals[0] ?? settings.terminal }
  const sent = { step: 'SENT', code, identity, total: storedTotal(total) } as const
  return (await save(currency, closing, sent)) ? send(currency, closing, false) : 'NO_ANSWER'
}

async function send(currency: string, closing: Closing, isRepeat: boolean): Promise<SendResult> {
  const { progress, batch, acquirerMerchantId, exchange } = closing
  const sent = progress.get(currency)
  if (sent?.step !== 'SENT') throw new Error('what is sent was stored before')
  const about = { number: batch.number, acquirerMerchantId, total: readTotal(sent.total) }
  const response = await exchanged(exchange, () => reconciliation(sent.identity, sent.code, about, isRepeat))
  if (!response) return 'NO_ANSWER'
  const result = readReconciliation(response, currency)
  if (result.kind === 'NO_ANSWER') return 'NO_ANSWER'
  if (result.kind === 'IN_BALANCE')
    return (await save(currency, closing, { step: 'CLOSED', total: sent.total })) ? 'CLOSED' : 'NO_ANSWER'
  const { why, theirs } = result
  const differs = { step: 'DIFFERS', why, ...(theirs && { theirs: storedTotal(theirs) }) } as const
  return (await save(currency, closing, differs)) ? 'DIFFERS' : 'NO_ANSWER'
}

/** The maximum number of unanswered uploads at a time. */
const uploadsInFlight = 16

/** An upload that is repeated has no further effect: the host knows what it is about. */
async function uploadAll(
  currency: string,
  { batch, acquirerMerchantId, traceNumbers, settings, exchange }: Closing,
): Promise<'TAKEN' | 'NO_ANSWER' | { readonly why: string }> {
  const about = { number: batch.number, acquirerMerchantId, currency }

  async function uploadOne(
    transaction: SettlementBatchTransaction,
  ): Promise<'TAKEN' | 'NO_ANSWER' | { readonly why: string }> {
    const taken = await traceNumbers.take(1)
    if (!taken) return 'NO_ANSWER'
    const message = upload(identityOf(taken, settings), transaction, about)
    if (!message) return { why: `transaction ${transaction.reference} has no identity on this link` }
    const response = await exchanged(exchange, () => message)
    const result = response ? readUpload(response) : 'NO_ANSWER'
    if (typeof result === 'string') return result
    return { why: `the host refused the upload of ${transaction.reference} with code ${result.refused}` }
  }

  let waiting: Promise<Awaited<ReturnType<typeof uploadOne>>>[] = []
  const ended = async () => (await Promise.all(waiting)).find((result) => result !== 'TAKEN')
  for await (const transaction of batch.transactions(currency)) {
    waiting.push(uploadOne(transaction))
    if (waiting.length < uploadsInFlight) continue
    const failed = await ended()
    if (failed) return failed
    waiting = []
  }
  return (await ended()) ?? 'TAKEN'
}

/** Undefined when there is no response. */
async function exchanged(
  exchange: ReconcileParts['exchange'],
  build: () => Iso8583Message,
): Promise<Iso8583Message | undefined> {
  try {
    const sent = await exchange(build())
    return sent.kind === 'ANSWER' ? sent.message : undefined
  } catch (error) {
    if (!(error instanceof Iso8583Error)) throw error
    return undefined
  }
}

async function save(currency: string, { progress, batch }: Closing, step: CurrencyProgress): Promise<boolean> {
  const next = new Map([...progress, [currency, step]])
  if (!(await batch.save(Object.fromEntries(next)))) return false
  progress.set(currency, step)
  return true
}

function identityOf(
  { traces: [trace = ''], at }: { readonly traces: readonly string[]; readonly at: Date },
  { institutionId: acquirerId }: Pick<Iso8583Settings, 'institutionId'>,
): Omit<MessageIdentity, 'terminal'> {
  return { transmission: transmissionOf(at), trace, acquirerId, rrn: retrievalReference(at, trace) }
}

function describeClosed({ batch: { number: batch }, progress }: Closing): ClosingResult {
  const totals = [...progress.values()].flatMap((step) => (step.step === 'CLOSED' ? readTotal(step.total) : []))
  return {
    kind: 'CLOSED',
    batch,
    totals: totals
      .filter(({ capturedCount, refundedCount }) => capturedCount + refundedCount > 0)
      .map(({ currency, capturedMinor, refundedMinor, capturedCount, refundedCount }) => ({
        ...{ currency, capturedMinor, refundedMinor },
        count: capturedCount + refundedCount,
      })),
  }
}

function describeDifference({ progress }: Closing): ClosingResult {
  const differing = [...progress].flatMap(([currency, step]) =>
    step.step === 'DIFFERS' ? [{ ...step, currency }] : [],
  )
  return {
    kind: 'OUT_OF_BALANCE',
    why: differing.map(({ currency, why }) => `${currency}: ${why}`).join('; '),
    totals: differing.flatMap(({ theirs }) => (theirs ? readTotal(theirs) : [])),
  }
}

function totalOf(totals: readonly SettlementBatchTotal[], currency: string): SettlementBatchTotal {
  const none = { currency, capturedCount: 0, capturedMinor: 0n, refundedCount: 0, refundedMinor: 0n }
  return totals.find((total) => total.currency === currency) ?? none
}

function storedTotal({ capturedMinor, refundedMinor, ...total }: SettlementBatchTotal): StoredTotal {
  return { ...total, capturedMinor: String(capturedMinor), refundedMinor: String(refundedMinor) }
}

function readTotal({ capturedMinor, refundedMinor, ...total }: StoredTotal): SettlementBatchTotal {
  return { ...total, capturedMinor: BigInt(capturedMinor), refundedMinor: BigInt(refundedMinor) }
}

function isSame(a: SettlementBatchTotal, b: SettlementBatchTotal): boolean {
  return (
    a.capturedCount === b.capturedCount &&
    a.capturedMinor === b.capturedMinor &&
    a.refundedCount === b.refundedCount &&
    a.refundedMinor === b.refundedMinor
  )
}
