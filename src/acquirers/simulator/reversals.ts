// Reversals: the gateway instructs the acquirer to cancel a request, whether or not it ever arrived.
import type { PurchaseDetails, ReversalResult } from '../../payments/index.ts'
import { type Database, prepared } from '../../platform/postgres/database.ts'
import { batchText, findClosed } from './batches.ts'
import { type ReversalFault, reversalFaultByWords } from './faults.ts'
import { inSimulatorUnitOfWork, type SimulatorClient } from './unit-of-work.ts'

interface ReversedRequestKey {
  readonly acquirerMerchantId: string
  readonly reference: string
}

export interface SimulatedReversal {
  readonly about: ReversedRequestKey
  /** Its fault, known before the books are read. */
  readonly fault?: ReversalFault
  /** Has been in transit for some time: its fault has already happened. */
  readonly isLate?: boolean
}

/** The response, and when it is to be executed if not now. */
type Outcome = ReversalResult & { readonly lateMs?: number }

// A request that has not arrived gets an entry that will refuse it. Both write the same row, therefore neither misses
// the other, however close they come.
const take = prepared(
  'simulator-take-reversal',
  `insert into simulated_acquirer.book as b (acquirer_merchant_id, reference, asked, reversed_at, reversals_asked)
   values ($1, $2, 0, $3, 1)
   on conflict (acquirer_merchant_id, reference) do update set reversals_asked = b.reversals_asked + 1
   returning reversed_at, reversals_asked, batch, is_approved, details`,
)

/** For an acquirer that does not record a reversal for which there is no request. */
const takeKnown = prepared(
  'simulator-take-known-reversal',
  `update simulated_acquirer.book set reversals_asked = reversals_asked + 1
   where acquirer_merchant_id = $1 and reference = $2
   returning reversed_at, reversals_asked, batch, is_approved, details`,
)

const undo = prepared(
  'simulator-undo',
  'update simulated_acquirer.book set reversed_at = $3 where acquirer_merchant_id = $1 and reference = $2',
)

interface ReversalRow {
  readonly reversed_at: Date | null
  readonly reversals_asked: number
  readonly batch: number | null
  readonly is_approved: boolean
  readonly details: PurchaseDetails | null
}

export function reverseRecordedRequest(
  database: Database,
  { about, fault, isLate = false }: SimulatedReversal,
  { now, holdsEarly }: { readonly now: Date; readonly holdsEarly: boolean },
): Promise<Outcome> {
  const { acquirerMerchantId, reference } = about
  return inSimulatorUnitOfWork(database, async (runner) => {
    const [taken] = holdsEarly
      ? (await runner.query<ReversalRow>(take([acquirerMerchantId, reference, now]))).rows
      : (await runner.query<ReversalRow>(takeKnown([acquirerMerchantId, reference]))).rows
    if (!taken) return { kind: 'UNKNOWN_REFERENCE' }
    const byWords = reversalFaultByWords(taken.details ?? {}, taken.reversals_asked)
    if (byWords.isSilent && !isLate) return { kind: 'NO_ANSWER' }
    if (byWords.lateMs !== undefined && !isLate) return { kind: 'NO_ANSWER', lateMs: byWords.lateMs }
    if (!taken.reversed_at) {
      const isRefused = fault?.isRefused || byWords.isRefused || (await isSettled(runner, about, taken))
      if (isRefused) return { kind: 'REFUSED' }
      await runner.query(undo([acquirerMerchantId, reference, now]))
    }
    return { kind: fault?.isLost || byWords.isLost ? 'NO_ANSWER' : 'ACKNOWLEDGED' }
  })
}

async function isSettled(
  runner: SimulatorClient,
  { acquirerMerchantId }: ReversedRequestKey,
  { batch, is_approved }: ReversalRow,
) {
  if (batch === null || !is_approved) return false
  return (await findClosed(runner, [{ acquirerMerchantId, batch }])).has(batchText({ acquirerMerchantId, batch }))
}
