// Finds out whether a server runs on a cluster, without ever mistaking an unrelated process for it.
import { execFile } from 'node:child_process'
import { constants, open, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { type FolderId, getFolderId, isSameId } from './layout.ts'
import { pollUntil, serverTimeouts } from './server-timeouts.ts'

export type ServerDetection =
  | { readonly kind: 'NONE' }
  /** A pid file was left behind: its process is gone, or the pid now belongs to another process. */
  | { readonly kind: 'STALE'; readonly file?: PidFile }
  /**
   * Certain when the system itself reports that this process works in this folder; otherwise the server must be probed.
   */
  | { readonly kind: 'ALIVE'; readonly certain: boolean; readonly file: PidFile }

export async function detectServer(cluster: string): Promise<ServerDetection> {
  // An empty file is one being written, or the remnant of a crash in just that instant.
  const file = await pollUntil(
    async () => {
      const found = await findPidFile(cluster)
      return found?.pid === 0 ? undefined : (found ?? 'none')
    },
    { timeoutMs: 300 },
  )
  if (file === 'none') return { kind: 'NONE' }
  if (file === undefined) return { kind: 'STALE' }
  const identity = await identifyProcess(file, await getFolderId(cluster))
  switch (identity) {
    case 'gone':
    case 'foreign':
      return { kind: 'STALE', file }
    case 'server of this cluster':
      return { kind: 'ALIVE', certain: true, file }
    case 'some server':
      return { kind: 'ALIVE', certain: false, file }
  }
}

export type ProcessIdentity = 'gone' | 'foreign' | 'server of this cluster' | 'some server'

export async function identifyProcess({ pid, startedAtMs }: PidFile, cluster: FolderId): Promise<ProcessIdentity> {
  if (process.platform === 'linux' && (await processState(process.pid))) return await identifyOnLinux(pid, cluster)
  if (!isSignalable(pid)) return 'gone'
  if (process.platform === 'win32') return await identifyOnWindows(pid)
  return await identifyByPs(pid, startedAtMs)
}

// The postmaster's working directory is its cluster, and the link in /proc leads to the folder itself, not to its name.
async function identifyOnLinux(pid: number, cluster: FolderId): Promise<ProcessIdentity> {
  const state = await processState(pid)
  if (state === undefined) return 'gone'
  if (state.program !== 'postgres') return 'foreign'
  try {
    return isSameId(await getFolderId(`/proc/${pid}/cwd`), cluster) ? 'server of this cluster' : 'foreign'
  } catch (error) {
    // Another user's process, which cannot serve this user's files; or one of this user's that is about to end.
    return (error as NodeJS.ErrnoException).code === 'EACCES' && !isSignalable(pid) ? 'foreign' : 'some server'
  }
}

// A zombie (an ended process that its parent has not reaped; containers without an init keep them for long) is gone.
async function processState(pid: number): Promise<{ program: string } | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  const [, program, state] = text?.match(/\((.*)\) (\S)/s) ?? []
  if (program === undefined || state === 'Z' || state === 'X') return undefined
  return { program }
}

async function identifyByPs(pid: number, startedAtMs: number): Promise<ProcessIdentity> {
  const args = ['-o', 'stat=', '-o', 'lstart=', '-o', 'comm=', '-p', String(pid)]
  const line = await output('ps', args)
  // For example: "Ss   Sun Nov 15 01:55:55 2026     /path/to/postgres"
  const [, state, started, program] = line.match(/^(\S+)\s+(\w+ \w+\s+\d+ [\d:]+ \d+)\s+(.*)$/m) ?? []
  if (state === undefined) return 'some server'
  if (state.startsWith('Z')) return 'gone'
  const startsApartMs = Math.abs(Date.parse(started ?? '') - startedAtMs)
  return basename((program ?? '').trim()) === 'postgres' && !(startsApartMs > 10_000) ? 'some server' : 'foreign'
}

async function identifyOnWindows(pid: number): Promise<ProcessIdentity> {
  const line = await output('tasklist', ['/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH'])
  return line.toLowerCase().includes('"postgres.exe"') ? 'some server' : 'foreign'
}

async function output(program: string, args: string[]): Promise<string> {
  const options = { env: { ...process.env, LC_ALL: 'C' }, timeout: serverTimeouts.connectMs, windowsHide: true }
  const result = await promisify(execFile)(program, args, options).catch(() => ({ stdout: '' }))
  return result.stdout
}

function isSignalable(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

export interface PidFile {
  /** Zero when the file holds no number, for example while it is being written. */
  readonly pid: number
  readonly dataDirectory: string
  readonly startedAtMs: number
  readonly port: number
  /** Empty when the server listens on no socket. */
  readonly socketDir: string
  readonly status: 'ready' | 'not ready'
}

const pathIn = (cluster: string): string => join(cluster, 'postmaster.pid')

export async function findPidFile(cluster: string): Promise<PidFile | undefined> {
  let text: string
  try {
    text = await readFile(pathIn(cluster), 'utf8')
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
  const [pid, dataDirectory, startedAt, port, socketDir, , , status] = text.split('\n')
  return {
    // A server in single-user mode writes its pid with a minus sign.
    pid: Math.abs(Number.parseInt(pid ?? '', 10)) || 0,
    dataDirectory: dataDirectory ?? '',
    startedAtMs: Number(startedAt) * 1000,
    port: Number(port),
    socketDir: socketDir ?? '',
    status: status?.trim() === 'ready' ? 'ready' : 'not ready',
  }
}

/**
 * Makes a stale file harmless. PostgreSQL refuses to start when the pid in the file belongs to any living process of
 * its user, even one that reuses the number; its own parent is the exception, therefore this process's pid is written.
 * The other lines stay: by them PostgreSQL finds orphans of the old server that still write to the data.
 */
export async function disownPidFile(cluster: string): Promise<void> {
  // No link is followed, since this may be root writing in another user's folder.
  const file = await open(pathIn(cluster), constants.O_RDWR | (constants.O_NOFOLLOW ?? 0))
  try {
    const [, ...rest] = (await file.readFile('utf8')).split('\n')
    const text = [process.pid, ...rest].join('\n')
    await file.truncate(0)
    await file.write(rest.length === 0 ? `${text}\n` : text, 0)
  } finally {
    await file.close()
  }
}
