// Settlement batches: one is open per merchant of the acquirer, and the contents of a closed one can no longer be
// voided.
import type { ClosingResult } from '../../payments/index.ts'
import { type Database, prepared } from '../../platform/postgres/database.ts'
import { batchOfDay } from './response.ts'
import { inSimulatorUnitOfWork, type SimulatorClient } from './unit-of-work.ts'

const open = prepared(
  'simulator-open-batches',
  `insert into simulated_acquirer.batch (acquirer_merchant_id, number)
   select m, greatest($2::integer, 1 + (
     select max(number) from simulated_acquirer.batch where acquirer_merchant_id = m))
   from unnest($1::text[]) m order by m
   on conflict do nothing`,
)

/** Opens a batch for every merchant that has none: the first of the day, or the one after the last. */
export async function openBatches(runner: SimulatorClient, merchants: readonly string[], now: Date): Promise<void> {
  await runner.query(open([merchants.toSorted(), batchOfDay(now)]))
}

export interface SimulatedSettlementBatch {
  readonly acquirerMerchantId: string
  readonly batch: number
}

// The lock prevents a batch from being settled before the unit of work that read it has ended.
const lock = prepared(
  'simulator-lock-batches',
  `select b.closed_at is not null as is_closed, b.acquirer_merchant_id as "acquirerMerchantId", b.number as batch
   from (select distinct m, n from unnest($1::text[], $2::integer[]) as w(m, n)) w
   join simulated_acquirer.batch b on b.acquirer_merchant_id = w.m and b.number = w.n
   order by w.m, w.n
   for key share of b`,
)

/** Which of the batches are closed; the others stay open until the unit of work ends. */
export async function findClosed(
  runner: SimulatorClient,
  batches: readonly SimulatedSettlementBatch[],
): Promise<ReadonlySet<string>> {
  if (batches.length === 0) return new Set()
  const { rows } = await runner.query<SimulatedSettlementBatch & { is_closed: boolean }>(
    lock([batches.map(({ acquirerMerchantId }) => acquirerMerchantId), batches.map(({ batch }) => batch)]),
  )
  return new Set(rows.filter(({ is_closed }) => is_closed).map(batchText))
}

export function batchText({ acquirerMerchantId, batch }: SimulatedSettlementBatch): string {
  return `${acquirerMerchantId} ${batch}`
}

const close = prepared(
  'simulator-close-batch',
  `update simulated_acquirer.batch b set closed_at = $2
   where b.acquirer_merchant_id = $1 and b.closed_at is null and exists (
     select from simulated_acquirer.book e
     where e.acquirer_merchant_id = b.acquirer_merchant_id and e.batch = b.number)
   returning b.number`,
)

// Waits for those who are writing to it, whose locks are on the key of its row; and changes that key, so that a statement that
// saw the batch open but comes to its lock later looks at the row again.
const settle = prepared(
  'simulator-settle-batch',
  'update simulated_acquirer.batch set is_settled = true where acquirer_merchant_id = $1 and number = $2',
)

const sum = prepared(
  'simulator-sum-batch',
  `select currency, count(*)::integer as count,
     coalesce(sum(approved_minor) filter (where kind in ('CAPTURE', 'PAY', 'STANDALONE_CAPTURE')), 0)::text as captured,
     coalesce(sum(approved_minor) filter (where kind in ('REFUND', 'STANDALONE_REFUND')), 0)::text as refunded
   from simulated_acquirer.standing
   where acquirer_merchant_id = $1 and batch = $2 and kind <> 'VOID'
   group by currency order by currency`,
)

interface Total {
  readonly currency: string
  readonly count: number
  readonly captured: string
  readonly refunded: string
}

export async function closeSimulatedBatch(
  database: Database,
  { acquirerMerchantId, now }: { readonly acquirerMerchantId: string; readonly now: Date },
): Promise<ClosingResult> {
  // Closed in a separate commit: from then on no request joins it, and the wait for those that already did is bounded.
  const { rows } = await database.query<{ number: number }>(close([acquirerMerchantId, now]))
  const [closed] = rows
  if (!closed) return { kind: 'NOTHING_OPEN' }
  const totals = await inSimulatorUnitOfWork(database, async (runner) => {
    await runner.query(settle([acquirerMerchantId, closed.number]))
    return (await runner.query<Total>(sum([acquirerMerchantId, closed.number]))).rows
  })
  return {
    kind: 'CLOSED',
    batch: closed.number,
    totals: totals.map(({ currency, count, captured, refunded }) => ({
      currency,
      capturedMinor: BigInt(captured),
      refundedMinor: BigInt(refunded),
      count,
    })),
  }
}
