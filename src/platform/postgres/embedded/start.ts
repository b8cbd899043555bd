// Starts the embedded PostgreSQL of a data folder, or takes over the one that an earlier run left behind.
import { access, constants, mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { assertReachable, findPointer, openCopy } from './copy.ts'
import { detectServer, identifyProcess, type PidFile } from './detect-server.ts'
import { type Connection, connectionTo, type Endpoint } from './endpoint.ts'
import { EmbeddedPostgresFailure, explainFileError } from './failure.ts'
import { beginLog, launch } from './launch.ts'
import { type ClusterLayout, clusterLayoutOf, getFolderId, lockFileOf } from './layout.ts'
import { prepareServer } from './prepare.ts'
import { probeConnection, resolveServerState } from './resolve-server-state.ts'
import { keepOwnership } from './server-package.ts'
import { serverTimeouts } from './server-timeouts.ts'
import { assertSettingsAllowed } from './settings.ts'
import { shutDown } from './shutdown.ts'
import { withStartLock } from './start-lock.ts'

export interface EmbeddedPostgres {
  /** Options for pg.Pool: host is the socket folder (or 127.0.0.1). */
  readonly connection: Connection
  /** True when a server left over from an earlier run was found alive and is used. */
  readonly adopted: boolean
  /** False when its process has ended. */
  isRunning(): Promise<boolean>
  /** Stops the server (fast shutdown) and waits until its process is gone. */
  stop(): Promise<void>
}

export interface EmbeddedPostgresOptions {
  /** The gateway's data folder; made if it is missing. */
  readonly dataDir: string
  /** Server settings by name. Those that keep card data out of the log cannot be changed. */
  readonly settings?: Record<string, string>
  readonly log?: (line: string) => void
  /** As root only: overrides the automatic choice, for tests. */
  readonly runAs?: 'namespace' | 'copy'
  /** As root without user namespaces only: the folder to put the copy in, which every account must be able to enter. */
  readonly copyInto?: string
  /** Ends a start under way: its reason is thrown, and nothing that this start has launched is left running. */
  readonly signal?: AbortSignal | undefined
}

/** Every problem that the operator can fix is an EmbeddedPostgresFailure with a message of one line. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir)
  try {
    assertSettingsAllowed(options.settings ?? {})
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
    const pointer = await findPointer(dataDir)
    if (pointer) assertReachable(dataDir, pointer)
    return await withStartLock(dataDir, () => startOrTakeOver(dataDir, options), options.signal)
  } catch (error) {
    throw explainFileError(error, dataDir)
  }
}

/** Whether a server runs on this data folder, be it starting, ready or shutting down. */
export async function isEmbeddedPostgresRunning(dataDir: string): Promise<boolean> {
  const pointer = await findPointer(resolve(dataDir))
  const home = pointer?.complete ? pointer.home : resolve(dataDir)
  return (await detectServer(clusterLayoutOf({ dataDir, home }).cluster)).kind === 'ALIVE'
}

async function startOrTakeOver(dataDir: string, options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log = () => {}, signal } = options
  const pointer = await findPointer(dataDir)
  const layout = pointer?.complete ? await openCopy(dataDir, pointer) : clusterLayoutOf({ dataDir })
  const found = await resolveServerState(layout, log, signal)
  if (found.kind === 'RUNNING') {
    log(`using the database server that is already running (process ${found.file.pid})`)
    return await running({ ...found, layout, adopted: true })
  }

  const { runAs, copyInto } = options
  const prepared = await prepareServer({ layout, pointer, runAs, copyInto, log, signal })
  await keepOwnership(prepared, lockFileOf(dataDir))
  await beginLog(prepared)

  const deadline = performance.now() + serverTimeouts.occupiedMs
  for (;;) {
    // Checked again each time: a gateway killed in the middle of its start may have launched a server that is now
    // found.
    const before = await resolveServerState(prepared.layout, log, signal)
    if (before.kind === 'RUNNING') return await running({ ...before, layout: prepared.layout, adopted: true })
    const launched = await launch(prepared, before.kind, options)
    if (launched.kind === 'READY') {
      const server = await running({ ...launched, layout: prepared.layout, adopted: false })
      await assertUsable(server, prepared.layout)
      log(`database server started (process ${launched.file.pid}, data in ${prepared.layout.cluster})`)
      return server
    }
    if (launched.kind === 'FAILED' || performance.now() > deadline) throw launched.failure
    log(`trying again: ${launched.failure.message}`)
    await delay(100)
  }
}

// A server that cannot hold the gateway's database is of no use, and is stopped again.
async function assertUsable(server: EmbeddedPostgres, layout: ClusterLayout): Promise<void> {
  try {
    const visited = await probeConnection(server.connection, layout)
    if (visited.kind === 'WELCOME') return
    const reason = visited.kind === 'STRANGER' ? 'another server answers in its place' : visited.reason
    throw new EmbeddedPostgresFailure(
      `The database server started, but cannot be used: ${reason} (log: ${layout.logFile}).`,
    )
  } catch (error) {
    await server.stop()
    throw error
  }
}

async function running(server: {
  file: PidFile
  endpoint: Endpoint
  layout: ClusterLayout
  adopted: boolean
}): Promise<EmbeddedPostgres> {
  // Identified by its folder id rather than by its name: it is stopped even if the folder is moved meanwhile.
  const cluster = await getFolderId(server.layout.cluster)
  let stopping: Promise<void> | undefined
  return {
    connection: connectionTo(server.endpoint),
    adopted: server.adopted,
    async isRunning() {
      const identity = await identifyProcess(server.file, cluster)
      return identity !== 'gone' && identity !== 'foreign'
    },
    stop() {
      stopping ??= shutDown(server.file, cluster)
      return stopping
    },
  }
}
