// Connections to PostgreSQL.
import pg from 'pg'

export type Database = pg.Pool

/** Where the database is: a URL, or the socket and names of the embedded server. */
export type DatabaseAddress =
  | { readonly connectionString: string }
  | {
      readonly host: string
      readonly port: number
      readonly user: string
      readonly database: string
      readonly password?: string
      /** False for our own server, whatever PGSSLMODE says about others. */
      readonly ssl?: false
    }

export function openDatabase(
  address: DatabaseAddress,
  { poolSize, onError, settings }: { poolSize: number; onError: (error: Error) => void; settings?: string },
): Database {
  const pool = new pg.Pool({
    ...address,
    max: poolSize,
    application_name: 'tollgate',
    ...(settings !== undefined && { options: settings }),
    connectionTimeoutMillis: 5_000,
    // A statement of ours takes milliseconds; one that hangs must not hold a request for ever.
    statement_timeout: 20_000,
    idle_in_transaction_session_timeout: 20_000,
  })
  // An idle connection that breaks (the server restarted) is replaced by the pool; without a listener it would end us.
  pool.on('error', onError)
  // One in use fails the statement under way, whose caller is told; the event beside it would end us all the same.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Names a prepared statement, so that each connection parses and plans it once. */
export function prepared(name: string, text: string): (values: readonly unknown[]) => pg.QueryConfig {
  return (values) => ({ name, text, values: [...values] })
}
