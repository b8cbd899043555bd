// Whether a connection pooler is between the gateway and the database that drops what the gateway sets for its connections: time
// limits of statements and locks, and the plans of the money path. Without them a payment can wait without limit.
import type { Database } from './database.ts'

/** The settings that did not arrive; empty for a direct connection. */
export async function findLostSettings(database: Database): Promise<readonly string[]> {
  const { statement_timeout, idle_in_transaction_session_timeout } = database.options
  const sent = new Map(Object.entries({ statement_timeout, idle_in_transaction_session_timeout }))
  const { rows } = await database.query<{ name: string; setting: string }>(
    'select name, setting from pg_settings where name = any ($1) order by name',
    [[...sent.keys()]],
  )
  return rows.filter(({ name, setting }) => Number(setting) !== sent.get(name)).map(({ name }) => name)
}
