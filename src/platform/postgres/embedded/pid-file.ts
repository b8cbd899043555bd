// Reads postmaster.pid, the file in which a PostgreSQL server records its identity and its status.
import { constants, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'

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
