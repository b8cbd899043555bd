// Counts inquiries and reversals of a request, for faults that affect only the first ones.
import { type Database, prepared } from '../../platform/postgres/database.ts'

const count = prepared(
  'simulator-count-call',
  `insert into simulated_acquirer.call as c (acquirer_merchant_id, reference, kind, times) values ($1, $2, $3, 1)
   on conflict (acquirer_merchant_id, reference, kind) do update set times = c.times + 1
   returning times`,
)

/** The number of this one, from 1. */
export async function countCall(
  database: Database,
  kind: 'INQUIRY' | 'REVERSAL',
  { acquirerMerchantId, reference }: { readonly acquirerMerchantId: string; readonly reference: string },
): Promise<number> {
  const { rows } = await database.query<{ times: number }>(count([acquirerMerchantId, reference, kind]))
  return rows[0]?.times ?? 1
}
