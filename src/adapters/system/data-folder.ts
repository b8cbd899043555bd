// One gateway at a time works in a data folder. A second start is told who holds it.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** A reason not to start that a person can act upon; its message is a single line. */
export class DataFolderFailure extends Error {}

export interface HeldFolder {
  /** Leaves word where this gateway can be reached, for a second start to tell. */
  announce(url: string): Promise<void>
  release(): Promise<void>
}

/** Who holds the folder; the URL is known once the doors are open. */
interface Word {
  readonly pid: number
  readonly url?: string
}

/**
 * Takes the folder for the life of the process. Node has no flock; SQLite's file lock is freed by the operating system
 * when the process ends in whatever way, so it never goes stale. Nothing is stored in it.
 */
export async function holdDataFolder(dataDir: string): Promise<HeldFolder> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    throw folderFailure(dataDir, error)
  })
  const wordFile = join(dataDir, 'running.json')
  const lock = takeLock(dataDir)
  if (!lock) throw new DataFolderFailure(await alreadyRunning(dataDir, wordFile))
  const leaveWord = async (word: Word) => {
    // Removed first: root may have run here once and left a file that its owner may delete but not write.
    await rm(wordFile, { force: true })
    await writeFile(wordFile, JSON.stringify(word))
  }
  // Before there is a URL already, or a second start would be told of a process that was killed here earlier.
  await leaveWord({ pid: process.pid }).catch((error: NodeJS.ErrnoException) => {
    lock.close()
    throw folderFailure(dataDir, error)
  })
  return {
    announce: (url) => leaveWord({ pid: process.pid, url }),
    async release() {
      await rm(wordFile, { force: true })
      lock.close()
    },
  }
}

const sqliteBusy = 5
const sqliteFull = 13

function takeLock(dataDir: string): DatabaseSync | undefined {
  try {
    const lock = new DatabaseSync(join(dataDir, 'gateway.lock'), { timeout: 0 })
    // With a journal on disk, taking the lock would write beside the file, which a full disk refuses.
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return lock
  } catch (error) {
    if ((error as { errcode?: number }).errcode === sqliteBusy) return undefined
    throw folderFailure(dataDir, error as Error)
  }
}

async function alreadyRunning(dataDir: string, wordFile: string): Promise<string> {
  const word = await readFile(wordFile, 'utf8').then(
    (text) => JSON.parse(text) as Word,
    () => undefined,
  )
  const who = word ? ` (process ${word.pid}, ${word.url ?? 'still starting'})` : ''
  return `Tollgate is already running in ${dataDir}${who}; stop it, or set TOLLGATE_DATA_DIR to run another one.`
}

function folderFailure(dataDir: string, error: NodeJS.ErrnoException & { errcode?: number }): DataFolderFailure {
  if (error.code === 'ENOSPC' || error.errcode === sqliteFull)
    return new DataFolderFailure(`No space left in ${dataDir}; free some, or set TOLLGATE_DATA_DIR to another folder.`)
  return new DataFolderFailure(
    `The data folder ${dataDir} cannot be written (${error.message}); mend that, or set TOLLGATE_DATA_DIR to another folder.`,
  )
}
