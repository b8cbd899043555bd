// Stops a server the way that loses nothing: sessions are ended, a checkpoint is written, then the process goes.
import { runAs } from './account.ts'
import { identifyProcess, type PidFile } from './detect-server.ts'
import { EmbeddedPostgresFailure } from './failure.ts'
import type { FolderId } from './layout.ts'
import { locatePrograms } from './server-package.ts'
import { pollUntil, serverTimeouts } from './server-timeouts.ts'

/**
 * The steps, mildest first. SIGKILL is not among them: killing the postmaster leaves its children writing to the data
 * without supervision. After an immediate stop the next start recovers from the log, as after a power cut.
 */
const steps = [
  { signal: 'SIGINT', waitMs: serverTimeouts.fastStopMs },
  { signal: 'SIGQUIT', waitMs: serverTimeouts.immediateStopMs },
] as const

/** Returns when the server's process is gone. Only ever signals a process that is still the server of this cluster. */
export async function shutDown(server: PidFile, cluster: FolderId): Promise<void> {
  const isGone = async () => {
    const identity = await identifyProcess(server, cluster)
    return identity === 'gone' || identity === 'foreign' ? true : undefined
  }
  for (const { signal, waitMs } of steps) {
    if (await isGone()) return
    await send(signal, server.pid)
    if (await pollUntil(isGone, { timeoutMs: waitMs })) return
  }
  throw new EmbeddedPostgresFailure(
    `The database server (process ${server.pid}, data in ${server.dataDirectory}) does not stop: its disk may hang. Do not kill it with SIGKILL; see what it waits for, then stop it with SIGQUIT.`,
  )
}

async function send(signal: 'SIGINT' | 'SIGQUIT', pid: number): Promise<void> {
  if (process.platform === 'win32') {
    // Windows has no signals; PostgreSQL brings its own, and a program to send them.
    await runAs({ kind: 'SELF' }, locatePrograms().pgCtl, ['kill', signal.slice('SIG'.length), String(pid)])
    return
  }
  try {
    process.kill(pid, signal)
  } catch (error) {
    // It went away by itself in this very moment.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
