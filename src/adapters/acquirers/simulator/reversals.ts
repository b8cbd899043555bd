// Reversals: the gateway tells the acquirer to forget a request, whether or not it ever arrived.
import type { Details, ReversalReply } from '../../../ports/acquirer.ts'
import { type Database, prepared } from '../../postgres/database.ts'
import { batchText, findClosed } from './batches.ts'
import { type RandomFaults, reversalFaultOf } from './faults.ts'
import { inUnitOfWork, type Runner } from './unit-of-work.ts'

interface About {
  readonly acquirerMerchantId: string
  readonly reference: string
}

// A request that has not arrived gets a line that will refuse it. Both write the same row, so that neither overlooks the
// other, however close they come.
const take = prepared(
  'simulator-take-reversal',
  `insert into simulated_acquirer.book as b (acquirer_merchant_id, reference, asked, reversed_at, reversals_asked)
   values ($1, $2, 0, $3, 1)
   on conflict (acquirer_merchant_id, reference) do update set reversals_asked = b.reversals_asked + 1
   returning reversed_at, reversals_asked, batch, is_approved, details`,
)

const undo = prepared(
  'simulator-undo',
  'update simulated_acquirer.book set reversed_at = $3 where acquirer_merchant_id = $1 and reference = $2',
)

interface Taken {
  readonly reversed_at: Date | null
  readonly reversals_asked: number
  readonly batch: number | null
  readonly is_approved: boolean
  readonly details: Details | null
}

export function reverse(
  database: Database,
  about: About,
  { now, faults }: { readonly now: Date; readonly faults: RandomFaults | undefined },
): Promise<ReversalReply> {
  const { acquirerMerchantId, reference } = about
  return inUnitOfWork(database, async (runner) => {
    const { rows } = await runner.query<Taken>(take([acquirerMerchantId, reference, now]))
    const [taken] = rows
    if (!taken) throw new Error('a line of the books was neither found nor written')
    const { isRefused, unanswered } = reversalFaultOf({ reference, details: taken.details ?? {} }, faults)
    if (taken.reversals_asked <= unanswered) return { kind: 'noAnswer' }
    if (taken.reversed_at) return { kind: 'acknowledged' }
    if (isRefused || (await isSettled(runner, about, taken))) return { kind: 'refused' }
    await runner.query(undo([acquirerMerchantId, reference, now]))
    return { kind: 'acknowledged' }
  })
}

async function isSettled(runner: Runner, { acquirerMerchantId }: About, { batch, is_approved }: Taken) {
  if (batch === null || !is_approved) return false
  return (await findClosed(runner, [{ acquirerMerchantId, batch }])).has(batchText({ acquirerMerchantId, batch }))
}
