// Asks a database server what it is, over a connection that is kept for the next time.
import type { Socket } from 'node:net'
import pg from 'pg'
import type { ServerAnswer } from './choose-primary.ts'

export interface ServerProbe {
  readonly url: string
  /** Silent after this time; by default after the usual one. */
  ask(answerMs?: number): Promise<ServerAnswer>
  close(): void
}

/** A server that takes longer counts as silent: payments wait meanwhile. */
const usualMs = 2_000

interface StateRow {
  readonly system_identifier: string
  readonly is_in_recovery: boolean
  readonly is_read_only: boolean
  readonly timeline: number | null
  readonly followed_timeline: number | null
}

/** A standby has no insert position, and the name of its files would be of the past. */
const stateText = `select (select system_identifier::text from pg_control_system()) as system_identifier,
  pg_is_in_recovery() as is_in_recovery, current_setting('transaction_read_only') = 'on' as is_read_only,
  case when not pg_is_in_recovery()
    then ('x' || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8))::bit(32)::integer end as timeline,
  case when pg_is_in_recovery() then greatest((select timeline_id from pg_control_checkpoint()),
    (select min_recovery_end_timeline from pg_control_recovery()),
    (select received_tli from pg_stat_wal_receiver)) end as followed_timeline`

export async function readServerAnswer(client: Pick<pg.ClientBase, 'query'>, url: string): Promise<ServerAnswer> {
  const { rows } = await client.query<StateRow>(stateText)
  const [row] = rows
  if (!row) return { kind: 'SILENT', url, reason: 'no answer' }
  return {
    kind: 'ANSWERED',
    url,
    systemIdentifier: row.system_identifier,
    isInRecovery: row.is_in_recovery,
    isReadOnly: row.is_read_only,
    timeline: row.timeline ?? undefined,
    followedTimeline: row.followed_timeline ?? undefined,
  }
}

export function probeServer(url: string): ServerProbe {
  let kept: pg.Client | undefined

  const open = async (answerMs: number) => {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'tollgate',
      connectionTimeoutMillis: answerMs,
    })
    // Without a listener, a connection that breaks between two questions would end the process.
    client.on('error', () => drop(client))
    await client.connect()
    // Nothing waits for it when the process ends.
    ;(client.connection.stream as Socket).unref()
    return client
  }

  const drop = (client: pg.Client | undefined) => {
    if (kept === client) kept = undefined
    client?.connection.stream.destroy()
  }

  return {
    url,
    async ask(answerMs = usualMs) {
      let client = kept
      try {
        client ??= await open(answerMs)
        kept = client
        return await readServerAnswer(within(client, answerMs), url)
      } catch (error) {
        drop(client)
        return { kind: 'SILENT', url, reason: reasonOf(error) }
      }
    },
    close: () => drop(kept),
  }
}

function within(client: pg.Client, answerMs: number): Pick<pg.ClientBase, 'query'> {
  const query = (text: string) => client.query({ text, query_timeout: answerMs } as pg.QueryConfig)
  return { query: query as pg.ClientBase['query'] }
}

function reasonOf(error: unknown): string {
  const { code, message } = error as { readonly code?: string; readonly message?: string }
  return code ?? message ?? 'unknown'
}

/** Host and port of a server, without credentials: for messages. */
export function serverNameOf(serverUrl: string): string {
  const { hostname, port, searchParams } = new URL(serverUrl)
  const host = searchParams.get('host') ?? decodeURIComponent(hostname)
  const itsPort = searchParams.get('port') ?? port
  return itsPort === '' ? host : `${host}:${itsPort}`
}
