// Allows one process at a time to start the server of a data folder.
import { access, constants } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { EmbeddedPostgresFailure } from './failure.ts'
import { lockFileOf } from './layout.ts'
import { pollUntil, serverTimeouts } from './server-timeouts.ts'

const sqliteBusy = 5

/**
 * Runs the work while holding the lock of this data folder.
 *
 * Node has no flock. A file with a pid in it goes stale when its process is killed, and clearing a stale one without
 * a race is hard; SQLite's file lock is freed by the operating system, on every platform. Nothing is stored in it.
 */
export async function withStartLock<Result>(
  dataDir: string,
  work: () => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const file = lockFileOf(dataDir)
  await assertWritable(file)
  const lock = new DatabaseSync(file, { timeout: 0 })
  try {
    const taken = await pollUntil(() => tryToTake(lock), { timeoutMs: serverTimeouts.lockMs, everyMs: 25, signal })
    if (!taken) {
      throw new EmbeddedPostgresFailure(
        `Another process has been starting the database in ${dataDir} for over two minutes: wait for it, or stop it, then start again.`,
      )
    }
    return await work()
  } finally {
    lock.close()
  }
}

function tryToTake(lock: DatabaseSync): true | undefined {
  try {
    // With a journal on disk, taking the lock would write beside the file, which a full disk refuses.
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return true
  } catch (error) {
    if ((error as { errcode?: number }).errcode === sqliteBusy) return undefined
    throw error
  }
}

// SQLite only says "unable to open"; checking with the system first gives the reason. The file is never opened any
// other way: closing a second handle in this process would silently drop the lock (POSIX locks belong to the process,
// not to the handle).
async function assertWritable(file: string): Promise<void> {
  try {
    await access(file, constants.W_OK)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}
