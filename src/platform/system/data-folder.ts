// One gateway at a time works in a data folder. A second start reports which process holds it.

import { chownSync, existsSync, statSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { OperatorFailure } from '../../kernel/failures.ts'

/** A reason not to start that the operator can act upon; its message is a single line. */
export class DataFolderFailure extends OperatorFailure {}

export interface FolderLock {
  /** Stores the gateway's URL, which a second start reports. */
  announce(url: string): Promise<void>
  /** The gateway has read certificates again, or replaced its processes. */
  noteReload(isDone: boolean): Promise<void>
  release(): Promise<void>
}

/** The holder of the folder; the URL is known once the listeners are open. */
interface LockOwner {
  readonly pid: number
  readonly url?: string
  /** How often it has been reloaded. */
  readonly reloads?: number
  /** The last time: the processes from before serve on. */
  readonly hasReloadFailed?: boolean
}

/**
 * Takes the folder for the life of the process. Node has no flock; SQLite's file lock is freed by the operating system
 * when the process ends in whatever way, so it never goes stale. Nothing is stored in it.
 */
export async function lockDataFolder(dataDir: string): Promise<FolderLock> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    throw folderFailure(dataDir, error)
  })
  const wordFile = join(dataDir, 'running.json')
  const lock = takeLock(dataDir, gatewayLock)
  if (!lock) throw new DataFolderFailure(await alreadyRunning(dataDir, wordFile))
  const leaveWord = async (owner: LockOwner) => {
    // Renamed into place: a reader finds either the old text or the new one, and a file that root once left here is no
    // obstacle.
    const unfinished = `${wordFile}.new`
    await writeFile(unfinished, JSON.stringify(owner))
    await rename(unfinished, wordFile)
  }
  // Even before there is a URL, or a second start would report a process that was killed here earlier.
  await leaveWord({ pid: process.pid }).catch((error: NodeJS.ErrnoException) => {
    lock.close()
    throw folderFailure(dataDir, error)
  })
  let owner: LockOwner = { pid: process.pid }
  const amend = (more: Partial<LockOwner>) => {
    owner = { ...owner, ...more }
    return leaveWord(owner)
  }
  return {
    announce: (url) => amend({ url }),
    noteReload: (isDone) => amend({ reloads: (owner.reloads ?? 0) + 1, hasReloadFailed: !isDone }),
    async release() {
      await rm(wordFile, { force: true })
      lock.close()
    },
  }
}

/** Whether a gateway holds the folder, be it starting, running or stopping. */
export function isDataFolderLocked(dataDir: string): boolean {
  const file = join(dataDir, gatewayLock.file)
  if (!existsSync(file)) return false
  let probe: DatabaseSync | undefined
  try {
    probe = new DatabaseSync(file, { readOnly: true, timeout: 0 })
    // A read lock is enough to detect the lock, and is released at once.
    probe.exec('SELECT 1 FROM sqlite_schema')
    return false
  } catch (error) {
    if ((error as { errcode?: number }).errcode === sqliteBusy) return true
    throw folderFailure(dataDir, error as Error)
  } finally {
    probe?.close()
  }
}

/** Waits until no other command of the operator works in the folder, and keeps the next one waiting until released. */
export async function lockForCommand(dataDir: string): Promise<{ release(): void }> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    throw folderFailure(dataDir, error)
  })
  const lock = takeLock(dataDir, commandLock)
  if (!lock) {
    throw new DataFolderFailure(
      `Another tollgate command has been running in ${dataDir} for over a minute: wait for it, or stop it.`,
    )
  }
  return { release: () => lock.close() }
}

// A short wait, since another process may just be checking whether the folder is held.
const gatewayLock = { file: 'gateway.lock', timeoutMs: 200 }
const commandLock = { file: 'command.lock', timeoutMs: 60_000 }
const sqliteBusy = 5
const sqliteFull = 13

function takeLock(dataDir: string, { file, timeoutMs }: typeof gatewayLock): DatabaseSync | undefined {
  try {
    const lock = new DatabaseSync(join(dataDir, file), { timeout: timeoutMs })
    leaveToOwner(join(dataDir, file), dataDir)
    // With a journal on disk, taking the lock would write beside the file, which a full disk refuses.
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return lock
  } catch (error) {
    if ((error as { errcode?: number }).errcode === sqliteBusy) return undefined
    throw folderFailure(dataDir, error as Error)
  }
}

/** Root may run here once; the folder's owner must be able to take the lock afterwards. */
function leaveToOwner(file: string, dataDir: string): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(dataDir)
  chownSync(file, uid, gid)
}

/** The gateway that holds the folder; undefined when none does. */
export async function findRunning(dataDir: string): Promise<LockOwner | undefined> {
  return isDataFolderLocked(dataDir) ? readWord(join(dataDir, 'running.json')) : undefined
}

function readWord(wordFile: string): Promise<LockOwner | undefined> {
  return readFile(wordFile, 'utf8').then(
    (text) => JSON.parse(text) as LockOwner,
    () => undefined,
  )
}

async function alreadyRunning(dataDir: string, wordFile: string): Promise<string> {
  const owner = await readWord(wordFile)
  const who = owner ? ` (process ${owner.pid}, ${owner.url ?? 'still starting'})` : ''
  return `Tollgate is already running in ${dataDir}${who}; stop it, or set TOLLGATE_DATA_DIR to run another one.`
}

function folderFailure(dataDir: string, error: NodeJS.ErrnoException & { errcode?: number }): DataFolderFailure {
  if (error.code === 'ENOSPC' || error.errcode === sqliteFull)
    return new DataFolderFailure(
      `No space left in ${dataDir}; free up space, or set TOLLGATE_DATA_DIR to another folder.`,
    )
  return new DataFolderFailure(
    `The data folder ${dataDir} cannot be written (${error.message}); fix its permissions, or set TOLLGATE_DATA_DIR to another folder.`,
  )
}
