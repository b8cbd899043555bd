// Waits until it is clear whether a running server can be used or one must be launched.

import { detectServer, type ServerDetection } from './detect-server.ts'
import { connectionTo, type Endpoint, endpointOf } from './endpoint.ts'
import { EmbeddedPostgresFailure } from './failure.ts'
import { getFolderId, isSameFolder } from './folder-id.ts'
import type { ClusterLayout } from './layout.ts'
import type { PidFile } from './pid-file.ts'
import { probeConnection } from './probe-connection.ts'
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
