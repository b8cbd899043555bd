// Deletes rows whose time is over, merchant by merchant: rows of several merchants may be on different nodes, and cannot be
// locked together. Rows that another process is changing are left for the next time.
import type { MerchantDatabases } from './cluster/merchant-databases.ts'

interface ExpiredRows {
  readonly table: string
  /** The rest of the primary key, after the merchant. */
  readonly key: readonly string[]
  /** When a row's time was over; the oldest are deleted first. */
  readonly time: string
  /** Which rows: parameters from $3 on. */
  readonly where: string
}

const merchantsMax = 200

/** How many were deleted, `limit` at most. */
export async function deleteExpiredRows(
  databases: MerchantDatabases,
  { table, key, time, where }: ExpiredRows,
  values: readonly unknown[],
  limit: number,
): Promise<number> {
  const { rows } = await databases.any.query<{ merchant_id: string }>(
    `select merchant_id from ${table} where ${shifted(where)} group by merchant_id order by min(${time}) limit $1`,
    [merchantsMax, ...values],
  )
  let deleted = 0
  for (const { merchant_id: merchantId } of rows) {
    if (deleted >= limit) break
    const { rowCount } = await databases.of(merchantId).query(
      // Materialized, because a plan may run a sub-query once for each row, and then the limit does not hold.
      `with due as materialized (
         select ${key.join(', ')} from ${table} where merchant_id = $1 and ${where}
         order by ${time} limit $2 for update skip locked)
       delete from ${table} t using due
       where t.merchant_id = $1 and ${key.map((column) => `t.${column} = due.${column}`).join(' and ')}`,
      [merchantId, limit - deleted, ...values],
    )
    deleted += rowCount ?? 0
  }
  return deleted
}

/** The first statement has no merchant among its parameters. */
function shifted(where: string): string {
  return where.replaceAll(/\$(\d+)/g, (_, number: string) => `$${Number(number) - 1}`)
}
