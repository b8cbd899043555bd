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
  { poolSize, onError }: { poolSize: number; onError: (error: Error) => void },
): Database {
  const pool = new pg.Pool({
    ...address,
    max: poolSize,
    application_name: 'tollgate',
    connectionTimeoutMillis: 5_000,
    // A statement of ours takes milliseconds; one that hangs must not hold a request for ever.
    statement_timeout: 20_000,
    idle_in_transaction_session_timeout: 20_000,
  })
  // An idle connection that breaks (the server restarted) is replaced by the pool; without a listener it would end us.
  pool.on('error', onError)
  return pool
}

/** Names a prepared statement, so that each connection parses and plans it once. */
export function prepared(name: string, text: string): (values: readonly unknown[]) => pg.QueryConfig {
  return (values) => ({ name, text, values: [...values] })
}
