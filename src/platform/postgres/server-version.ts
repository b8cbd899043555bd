// Which versions of PostgreSQL the gateway works with.
import { OperatorFailure } from '../../kernel/failures.ts'
import type { Database } from './database.ts'

export const testedMajor = 18
export const oldestMajor = 16

/** The server cannot be used; the message is one line for the operator. */
export class ServerVersionFailure extends OperatorFailure {}

export interface ServerVersion {
  /** As the server writes it, such as "15.14 (Debian 15.14-0+deb12u1)". */
  readonly text: string
  readonly major: number
  /** Citus is loaded, also where the database is not yet a node of a cluster: its own check knows the versions it is for. */
  readonly hasCitus: boolean
}

export async function readServerVersion(database: Pick<Database, 'query'>): Promise<ServerVersion> {
  const { rows } = await database.query<ServerVersion>(
    `select current_setting('server_version') as text, current_setting('server_version_num')::int / 10000 as major,
       current_setting('citus.shard_count', true) is not null as "hasCitus"`,
  )
  return rows[0] ?? { text: '', major: 0, hasCitus: false }
}

export function isTooOld({ major, hasCitus }: ServerVersion): boolean {
  return major < oldestMajor && !hasCitus
}

/** Before anything is written: statements of an unsupported server may fail later, in the middle of a payment. */
export async function refuseOldServer(database: Pick<Database, 'query'>): Promise<void> {
  const version = await readServerVersion(database)
  if (!isTooOld(version)) return
  throw new ServerVersionFailure(
    `The database server is PostgreSQL ${version.text}, which is too old: use PostgreSQL ${testedMajor}, or at least ${oldestMajor} (15 only with Citus); see docs/operating/install.md.`,
  )
}

// Whether a connection pooler is between the gateway and the database that drops what the gateway sets for its connections: time
// limits of statements and locks, and the plans of the money path. Without them a payment can wait without limit.

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
