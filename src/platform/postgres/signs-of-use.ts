// Whether a database has been used, or has its tables at most.
import type { Database } from './database.ts'

/** Present as soon as a gateway or a command has used the database: a key is created before anything else. */
export const signsOfUse = ['vault_keys', 'merchants', 'orders', 'audit'] as const

/** The first table that has rows. */
export async function findSignOfUse(client: Pick<Database, 'query'>): Promise<string | undefined> {
  for (const table of signsOfUse) {
    const { rows } = await client.query<{ is_used: boolean }>(`select to_regclass('${table}') is not null as is_used`)
    if (!rows[0]?.is_used) continue
    const { rowCount } = await client.query(`select from ${table} limit 1`)
    if (rowCount !== 0) return table
  }
  return undefined
}
