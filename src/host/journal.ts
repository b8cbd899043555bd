// The host's durable books: a file of records, one JSON document a line, appended and synced before anything is answered.
// Records that come while a batch is being written go into the next one.
import { type FileHandle, mkdir, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { JournalRecord } from './books.ts'

export interface Journal {
  /** Resolves when the record and all before it are on disk. */
  append(record: JournalRecord): Promise<void>
  /** Resolves when everything appended so far is on disk. */
  flushed(): Promise<void>
  close(): Promise<void>
}

const fileName = 'books.jsonl'

export class DamagedBooksError extends Error {
  constructor(file: string, line: number) {
    super(`The books of the host are damaged: line ${line} of ${file} cannot be read.`)
    this.name = 'DamagedBooksError'
  }
}

/** What the file holds. A last line without its end was never answered: the write that it belongs to did not finish. */
export async function readJournal(
  folder: string,
): Promise<{ readonly records: JournalRecord[]; readonly bytes: number }> {
  const file = join(folder, fileName)
  const content = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return Buffer.alloc(0)
    throw error
  })
  const bytes = content.lastIndexOf(0x0a) + 1
  const lines = content.toString('utf8', 0, bytes).split('\n').slice(0, -1)
  const records = lines.map((line, at) => {
    try {
      return JSON.parse(line) as JournalRecord
    } catch {
      throw new DamagedBooksError(file, at + 1)
    }
  })
  return { records, bytes }
}

/** Replays the file into `apply`, and continues writing behind its last complete line. */
export async function openJournal(
  folder: string,
  apply: (record: JournalRecord) => void,
  onFailure: (error: Error) => void,
): Promise<Journal> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const { records, bytes } = await readJournal(folder)
  for (const record of records) apply(record)
  const handle = await open(join(folder, fileName), 'a', 0o600)
  await handle.truncate(bytes)
  return groupedWrites(handle, onFailure)
}

function groupedWrites(handle: FileHandle, onFailure: (error: Error) => void): Journal {
  let waiting: string[] = []
  let next = Promise.withResolvers<void>()
  let writing: Promise<void> | undefined

  async function writeAll(): Promise<void> {
    // Everything that arrived in the same turn of the event loop shares a write.
    await new Promise(setImmediate)
    while (waiting.length > 0) {
      const done = next
      const text = waiting.join('')
      waiting = []
      next = Promise.withResolvers<void>()
      next.promise.catch(() => undefined)
      try {
        await handle.write(text)
        await handle.datasync()
        done.resolve()
      } catch (error) {
        done.reject(error)
        onFailure(error as Error)
        return
      }
    }
    writing = undefined
  }

  next.promise.catch(() => undefined)
  return {
    append(record) {
      waiting.push(`${JSON.stringify(record)}\n`)
      writing ??= writeAll()
      return next.promise
    },
    async flushed() {
      await (waiting.length > 0 ? next.promise : writing)
    },
    async close() {
      await writing
      await handle.close()
    },
  }
}
