// Deletes rows whose time is over, merchant by merchant: rows of several merchants may be on different nodes, and cannot be
// locked together. Rows that another process is changing are left for the next time.
import type { MerchantDatabases } from './cluster/merchant-databases.ts'
import type { DueRows } from './due-rows.ts'

export interface ExpiredRows {
  readonly table: string
  /** The rest of the primary key, after the merchant. */
  readonly key: readonly string[]
  /** When a row's time was over; the oldest are deleted first. */
  readonly time: string
  /** Which rows, by the times that their ends are compared with: parameters or expressions. */
  readonly where: (...times: readonly string[]) => string
}

/** What a deletion would find now, by the server's clock; for each time, how long before now it is. */
export function dueForDeletion(
  { table, where }: Pick<ExpiredRows, 'table' | 'where'>,
  agoMs: readonly number[] = [0],
): DueRows {
  const times = agoMs.map((ms) => (ms === 0 ? 'now()' : `now() - interval '${ms / 1_000} seconds'`))
  return { from: table, id: 'merchant_id', where: where(...times) }
}

const merchantsMax = 200

/** How many were deleted, `limit` at most. */
export async function deleteExpiredRows(
  databases: MerchantDatabases,
  { table, key, time, where }: ExpiredRows,
  values: readonly unknown[],
  limit: number,
): Promise<number> {
  const isExpired = (first: number) => where(...values.map((_, index) => `$${first + index}`))
  const { rows } = await databases.any.query<{ merchant_id: string }>(
    `select merchant_id from ${table} where ${isExpired(2)} group by merchant_id order by min(${time}) limit $1`,
    [merchantsMax, ...values],
  )
  let deleted = 0
  for (const { merchant_id: merchantId } of rows) {
    if (deleted >= limit) break
    const { rowCount } = await databases.of(merchantId).query(
      // Materialized, because a plan may run a sub-query once for each row, and then the limit does not hold.
      `with due as materialized (
         select ${key.join(', ')} from ${table} where merchant_id = $1 and ${isExpired(3)}
         order by ${time} limit $2 for update skip locked)
       delete from ${table} t using due
       where t.merchant_id = $1 and ${key.map((column) => `t.${column} = due.${column}`).join(' and ')}`,
      [merchantId, limit - deleted, ...values],
    )
    deleted += rowCount ?? 0
  }
  return deleted
}
