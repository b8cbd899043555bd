// The host's durable books: records are appended and synced before anything is answered. Those that come while a batch is
// being written go into the next one. When most records only say that something came again, the files are rewritten
// without them.
import { type FileHandle, mkdir } from 'node:fs/promises'
import type { JournalRecord } from './books.ts'
import {
  areSameFiles,
  beginTail,
  lineOf,
  type OnRewriteStep,
  openForAppending,
  readFiles,
  removeMerged,
  rewrite,
} from './journal-files.ts'

export interface Journal {
  /** Resolves when the record and all before it are on disk. */
  append(record: JournalRecord): Promise<void>
  /** Resolves when everything appended so far is on disk. */
  flushed(): Promise<void>
  /** Resolves when no rewrite is under way. */
  rewritten(): Promise<void>
  close(): Promise<void>
}

/** The files are rewritten when this many of their records, and this share of all, have been replaced. */
export interface RewritePolicy {
  readonly replaced: number
  readonly share: number
}

export interface JournalOptions {
  readonly rewriteWhen?: RewritePolicy
  readonly onRewriteStep?: OnRewriteStep
}

const usualPolicy: RewritePolicy = { replaced: 10_000, share: 0.5 }

/** What the files hold, also while a host writes to them. */
export async function readJournal(folder: string): Promise<readonly JournalRecord[]> {
  for (;;) {
    const records: JournalRecord[] = []
    const read = await readFiles(folder, (record) => void records.push(record)).catch(missingFolder)
    if (read === undefined || (await areSameFiles(folder, read))) return records
  }
}

function missingFolder(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

/** Replays the files into `apply`, and continues writing after the last complete line. */
export async function openJournal(
  folder: string,
  apply: (record: JournalRecord) => void,
  onFailure: (error: Error) => void,
  { rewriteWhen = usualPolicy, onRewriteStep = async () => {} }: JournalOptions = {},
): Promise<Journal> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const counts = new RecordCounts()
  const files = await readFiles(folder, (record) => {
    counts.add(record)
    apply(record)
  })
  await removeMerged(folder)
  let handle: FileHandle = await openForAppending(files)
  let number = files.tails.at(-1) ?? files.through
  let waiting: string[] = []
  let next = Promise.withResolvers<void>()
  let writing: Promise<void> | undefined
  let rewriting: Promise<void> | undefined

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
        if (!rewriting && counts.areReplaced(rewriteWhen)) await beginRewrite()
      } catch (error) {
        done.reject(error)
        onFailure(error as Error)
        return
      }
    }
    writing = undefined
  }

  /** What is appended from now on goes to another file, so that the ones before can be read at leisure. */
  async function beginRewrite(): Promise<void> {
    const [through, before] = [number, handle]
    handle = await beginTail(folder, through + 1)
    number = through + 1
    await before.close()
    counts.forgetReplaced()
    rewriting = rewrite(folder, through, onRewriteStep)
      .catch(onFailure)
      .finally(() => {
        rewriting = undefined
      })
  }

  next.promise.catch(() => undefined)
  return {
    append(record) {
      counts.add(record)
      waiting.push(lineOf(record))
      writing ??= writeAll()
      return next.promise
    },
    async flushed() {
      await (waiting.length > 0 ? next.promise : writing)
    },
    async rewritten() {
      await writing
      await rewriting
    },
    async close() {
      await writing
      await rewriting
      await handle.close()
    },
  }
}

/** How many records there are, and how many of them a rewrite would leave out. */
class RecordCounts {
  #all = 0
  #replaced = 0
  readonly #repeated = new Set<string>()
  #hasKeys = false

  add(record: JournalRecord): void {
    this.#all += 1
    if (record.is === 'repeat') {
      if (this.#repeated.has(record.key)) this.#replaced += 1
      this.#repeated.add(record.key)
    } else if (record.is === 'keys') {
      if (this.#hasKeys) this.#replaced += 1
      this.#hasKeys = true
    }
  }

  areReplaced({ replaced, share }: RewritePolicy): boolean {
    return this.#replaced >= replaced && this.#replaced >= share * this.#all
  }

  forgetReplaced(): void {
    this.#all -= this.#replaced
    this.#replaced = 0
  }
}
