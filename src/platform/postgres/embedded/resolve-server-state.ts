// Waits until it is clear whether a running server can be used or one must be launched.

import pg from 'pg'
import { detectServer, type PidFile, type ServerDetection } from './detect-server.ts'
import { type Connection, connectionTo, type Endpoint, endpointOf } from './endpoint.ts'
import { EmbeddedPostgresFailure, noSpaceLeft } from './failure.ts'
import { type ClusterLayout, databaseName, getFolderId, isSameFolder } from './layout.ts'
import { pollUntil, serverTimeouts } from './server-timeouts.ts'
import { shutDown } from './shutdown.ts'

export type ServerState =
  | { readonly kind: 'RUNNING'; readonly file: PidFile; readonly endpoint: Endpoint }
  | { readonly kind: 'NONE' }
  | { readonly kind: 'STALE' }

type RunningServer = Extract<ServerDetection, { kind: 'ALIVE' }>

/** Waits for a server that is starting, recovering or shutting down. */
export async function resolveServerState(
  layout: ClusterLayout,
  log: (line: string) => void,
  signal?: AbortSignal,
): Promise<ServerState> {
  let obstacle = 'it is still starting or shutting down'
  let pid = 0
  let silentSince: number | undefined
  const settled = await pollUntil<ServerState | 'given up'>(
    async () => {
      const seen = await detectServer(layout.cluster)
      if (seen.kind === 'STALE') await assertSilent(seen, layout)
      if (seen.kind !== 'ALIVE') return seen
      if (await stopIfMoved(seen, layout, log)) return undefined

      if (pid !== seen.file.pid && seen.file.status !== 'ready') {
        log(`waiting for the database server that is starting or shutting down (process ${seen.file.pid})`)
      }
      pid = seen.file.pid
      if (seen.file.status !== 'ready') return undefined

      const endpoint = await endpointOf(seen.file, layout)
      const visited = await probeConnection(connectionTo(endpoint), layout)
      switch (visited.kind) {
        case 'WELCOME':
          return { kind: 'RUNNING', file: seen.file, endpoint }
        case 'STRANGER':
          // A server, but of another cluster: it merely got the pid in this file.
          return { kind: 'STALE' }
        case 'BUSY':
          obstacle = visited.reason
          return undefined
        case 'no answer':
          // It reports ready; a socket that was removed does not come back by waiting.
          obstacle = visited.reason
          silentSince ??= performance.now()
          return performance.now() - silentSince > serverTimeouts.silentMs ? 'given up' : undefined
      }
    },
    { timeoutMs: serverTimeouts.readyMs, everyMs: 20, signal },
  )
  if (settled !== undefined && settled !== 'given up') return settled
  throw new EmbeddedPostgresFailure(
    `A database server (process ${pid}) holds ${layout.cluster} but cannot be used: ${obstacle}. Wait for it, or stop it with SIGINT, then start again (log: ${layout.logFile}).`,
  )
}

// A container shows only its own processes: a server in another one that shares the folder looks like a stale file, but
// still answers at its socket. A second server would destroy the data.
async function assertSilent(
  { file }: Extract<ServerDetection, { kind: 'STALE' }>,
  layout: ClusterLayout,
): Promise<void> {
  if (!file?.socketDir) return
  const visited = await probeConnection(
    connectionTo({ kind: 'SOCKET', folder: file.socketDir, port: file.port }),
    layout,
  )
  if (visited.kind === 'no answer' || visited.kind === 'STRANGER') return
  throw new EmbeddedPostgresFailure(
    `${layout.cluster} is served by a process that cannot be seen from here (number ${file.pid} where it runs, perhaps in another container): stop that one first, or use it through DATABASE_URL.`,
  )
}

// A folder moved under its running server: the server still uses the old paths, and new sessions would miss files.
async function stopIfMoved(
  { certain, file }: RunningServer,
  layout: ClusterLayout,
  log: (line: string) => void,
): Promise<boolean> {
  if (!certain || file.dataDirectory === '' || (await isSameFolder(file.dataDirectory, layout.cluster))) return false
  log(`stopping the server of ${file.dataDirectory}, which was moved to ${layout.cluster}`)
  await shutDown(file, await getFolderId(layout.cluster))
  return true
}

// Connects to a server and checks whether it serves this cluster and holds the gateway's database.

export type ConnectionProbe =
  | { readonly kind: 'WELCOME' }
  /** A server answers, but serves another folder. */
  | { readonly kind: 'STRANGER' }
  /** The server is starting up or shutting down. */
  | { readonly kind: 'BUSY'; readonly reason: string }
  | { readonly kind: 'no answer'; readonly reason: string }

const noSuchDatabase = '3D000'
const cannotConnectNow = '57P03'
const wrongPassword = '28P01'
const diskFull = '53100'

/**
 * Connects to the gateway's database and creates it if it is missing, after checking that the server is the right one.
 */
export async function probeConnection(connection: Connection, layout: ClusterLayout): Promise<ConnectionProbe> {
  const first = await isServerOf(connection, layout)
  if (first.kind !== 'no answer' || first.code !== noSuchDatabase) return first
  const viaMaintenance = { ...connection, database: 'postgres' }
  const second = await isServerOf(viaMaintenance, layout)
  if (second.kind === 'WELCOME') await makeDatabase(viaMaintenance, layout)
  return second
}

async function isServerOf(connection: Connection, layout: ClusterLayout): Promise<ConnectionProbe & { code?: string }> {
  let directory: string
  try {
    directory = await ask(connection, 'SELECT current_setting($1) AS answer', ['data_directory'])
  } catch (error) {
    const { code = '', message } = error as Error & { code?: string }
    if (code === wrongPassword) throw passwordRefused(layout)
    return { kind: code === cannotConnectNow ? 'BUSY' : 'no answer', reason: message, code }
  }
  return { kind: (await isSameFolder(directory, layout.cluster)) ? 'WELCOME' : 'STRANGER' }
}

async function makeDatabase(connection: Connection, layout: ClusterLayout): Promise<void> {
  try {
    await ask(connection, `CREATE DATABASE ${databaseName}`, [])
  } catch (error) {
    if ((error as { code?: string }).code === diskFull) throw noSpaceLeft(layout.home)
    throw new EmbeddedPostgresFailure(
      `The database "${databaseName}" could not be created in ${layout.cluster}: ${(error as Error).message} (log: ${layout.logFile}).`,
      { cause: error },
    )
  }
}

async function ask(connection: Connection, question: string, values: string[]): Promise<string> {
  // Written out in full: PGSSLMODE and similar variables in the environment have no effect.
  const client = new pg.Client({ ...connection, ssl: false, connectionTimeoutMillis: serverTimeouts.connectMs })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ answer: string }>(question, values)
    return rows[0]?.answer ?? ''
  } finally {
    await client.end().catch(() => {})
  }
}

function passwordRefused(layout: ClusterLayout): EmbeddedPostgresFailure {
  return new EmbeddedPostgresFailure(
    `The database in ${layout.cluster} has another password than the one in ${layout.passwordFile}: stop its server, delete that file, and start again; a new password is then set.`,
  )
}
