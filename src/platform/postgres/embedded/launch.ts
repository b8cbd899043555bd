// Launches the server in a separate process group and waits until it is ready.
import { spawn } from 'node:child_process'
import { chmod, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { changeOwner, commandAs } from './account.ts'
import { disownPidFile, findPidFile, type PidFile, type ServerDetection } from './detect-server.ts'
import { type Endpoint, fitsSocket, recoverPassword, socketEndpoint, tcpEndpoint } from './endpoint.ts'
import { EmbeddedPostgresFailure, isDiskFull, noSpaceLeft } from './failure.ts'
import type { ClusterLayout } from './layout.ts'
import { keepOwnership, type PreparedServer } from './server-package.ts'
import { pollUntil, serverTimeouts } from './server-timeouts.ts'
import { settingArguments } from './settings.ts'

export type LaunchResult =
  | { readonly kind: 'READY'; readonly file: PidFile; readonly endpoint: Endpoint }
  /** A temporary obstacle: another server on this cluster, orphans, a taken port. */
  | { readonly kind: 'OCCUPIED'; readonly failure: EmbeddedPostgresFailure }
  | { readonly kind: 'FAILED'; readonly failure: EmbeddedPostgresFailure }

const passing = /lock file "[^"]*" already exists|shared memory block .* is still in use|Address already in use/

interface LaunchOptions {
  readonly settings?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal | undefined
}

export async function launch(
  prepared: PreparedServer,
  seen: ServerDetection['kind'],
  { settings, signal }: LaunchOptions,
): Promise<LaunchResult> {
  const { layout } = prepared
  const endpoint = await prepareEndpoint(prepared)
  if (seen === 'STALE' && process.platform !== 'win32') await disownPidFile(layout.cluster)

  const logStart = await sizeOf(layout.logFile)
  const ended = await runUntilReady(prepared, settingArguments(endpoint, settings), signal)
  if (ended === undefined) {
    const file = await findPidFile(layout.cluster)
    if (file?.status === 'ready') return { kind: 'READY', file, endpoint }
  }
  const lines = (await readFile(layout.logFile)).subarray(logStart).toString('utf8').trim()
  const failure = await explainDeath(layout, ended ?? '', lines)
  return { kind: passing.test(lines) ? 'OCCUPIED' : 'FAILED', failure }
}

/**
 * The log is truncated at each start, or it would grow for ever; the previous one is kept for analysis after a crash.
 */
export async function beginLog(prepared: PreparedServer): Promise<void> {
  const { logFile } = prepared.layout
  await rename(logFile, `${logFile}.old`).catch(() => {})
  const file = await open(logFile, 'a', 0o600)
  await file.close()
  await keepOwnership(prepared, logFile)
}

async function prepareEndpoint(prepared: PreparedServer): Promise<Endpoint> {
  const { layout, account } = prepared
  if (!fitsSocket(layout)) {
    const endpoint = await tcpEndpoint(await recoverPassword(prepared))
    await keepOwnership(prepared, layout.passwordFile)
    return endpoint
  }
  await mkdir(layout.socketDir, { recursive: true, mode: 0o700 })
  await chmod(layout.socketDir, 0o700)
  await changeOwner(account, layout.socketDir)
  const endpoint = socketEndpoint(layout)
  // The socket has a lock file as well, with the same problem of a reused pid; the cluster's own is the one to keep.
  await rm(join(layout.socketDir, `.s.PGSQL.${endpoint.port}.lock`), { force: true })
  return endpoint
}

/** Undefined when the server is ready, else how its process ended. */
async function runUntilReady(
  prepared: PreparedServer,
  settings: string[],
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  if (process.platform === 'win32') return await runByPgCtl(prepared, settings)
  const { layout, account, programs } = prepared
  const command = commandAs(account, programs.postgres, ['-D', layout.cluster, ...settings])
  const log = await open(layout.logFile, 'a', 0o600)
  let ended: string | undefined
  // Detached: a separate process group, which Ctrl-C in the terminal does not reach.
  const child = spawn(command.file, command.args, {
    ...command.options,
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  })
  child.on('error', (error) => {
    ended = error.message
  })
  child.on('exit', (code, signal) => {
    ended = signal === null ? `exit code ${code}` : `signal ${signal}`
  })
  child.unref()
  await log.close()

  const howItStands = async () => {
    if (ended !== undefined) return ended
    const file = await findPidFile(layout.cluster)
    return file?.pid === child.pid && file?.status === 'ready' ? 'ready' : undefined
  }
  const outcome = await pollUntil(howItStands, { timeoutMs: serverTimeouts.readyMs, signal }).catch(async (reason) => {
    // A fast shutdown; one that is still recovering obeys, too.
    child.kill('SIGINT')
    await pollUntil(() => ended, { timeoutMs: serverTimeouts.fastStopMs })
    throw reason
  })
  if (outcome === undefined) {
    // It is left running: recovery stopped half-way would have to start over.
    throw new EmbeddedPostgresFailure(
      `The database in ${layout.cluster} is still recovering after ${serverTimeouts.readyMs / 1000} s: start again in a while (log: ${layout.logFile}).`,
    )
  }
  return outcome === 'ready' ? undefined : outcome
}

// An administrator may not run postgres.exe; pg_ctl drops the rights first, and puts the server in the background.
async function runByPgCtl({ layout, programs }: PreparedServer, settings: string[]): Promise<string | undefined> {
  const options = settings.map((word) => (word === '-c' ? word : `"${word}"`)).join(' ')
  const seconds = String(serverTimeouts.readyMs / 1000)
  const args = ['start', '-w', '-t', seconds, '-D', layout.cluster, '-l', layout.logFile, '-o', options]
  const command = commandAs({ kind: 'SELF' }, programs.pgCtl, args)
  // No pipes: the server would inherit them and keep them open, and the gateway would wait for their end.
  const child = spawn(command.file, command.args, { ...command.options, detached: true, stdio: 'ignore' })
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', resolve)
  })
  return exitCode === 0 ? undefined : `exit code ${exitCode}`
}

async function explainDeath(layout: ClusterLayout, ended: string, lines: string): Promise<EmbeddedPostgresFailure> {
  const noSpace = lines.includes('No space left on device')
  if (noSpace || (await isDiskFull(layout.home))) return noSpaceLeft(layout.home)
  const lastLines = lines.split('\n').slice(-5).join('\n').slice(-1000) || 'it wrote nothing'
  return new EmbeddedPostgresFailure(
    `The database server did not start (${ended}): ${lastLines} (log: ${layout.logFile}).`,
  )
}

async function sizeOf(file: string): Promise<number> {
  return (await stat(file).catch(() => undefined))?.size ?? 0
}
