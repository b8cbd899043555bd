// The files of the host's books, one JSON document a line: `books.jsonl`, and what was appended since it was last rewritten
// in `books-1.jsonl` and so on. A rewritten file says in its first line up to which of them it has their records, so that a
// crash at any moment leaves one way of reading them.
import { createReadStream } from 'node:fs'
import { type FileHandle, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { JournalRecord } from './books.ts'

const baseName = 'books.jsonl'
const newName = 'books.jsonl.new'
const tailName = (number: number) => `books-${number}.jsonl`

export class DamagedBooksError extends Error {
  constructor(file: string, line: number) {
    super(`The books of the host are damaged: line ${line} of ${file} cannot be read.`)
    this.name = 'DamagedBooksError'
  }
}

/** The first line of a rewritten file. */
interface RewrittenThrough {
  readonly is: 'rewritten'
  readonly through: number
}

type FileRecord = JournalRecord | RewrittenThrough

interface BookFiles {
  /** Up to this number, the base has what was in the files. */
  readonly through: number
  /** The numbers of the others, in the order of their records. */
  readonly tails: readonly number[]
}

export interface ReadFiles extends BookFiles {
  /** The file that is written to, and how many of its bytes are whole lines. */
  readonly current: string
  readonly bytes: number
}

/** Hands over every record in order. A last line without its end was never answered: its write did not finish. */
export async function readFiles(folder: string, take: (record: JournalRecord) => void): Promise<ReadFiles> {
  const { through, tails } = await listFiles(folder)
  let current = join(folder, baseName)
  let bytes = await readLines(current, take)
  for (const number of tails) {
    current = join(folder, tailName(number))
    bytes = await readLines(current, take)
  }
  return { through, tails, current, bytes }
}

/** Whether a rewrite has begun or ended since the files were listed. */
export async function areSameFiles(folder: string, before: BookFiles): Promise<boolean> {
  const { through, tails } = await listFiles(folder)
  return through === before.through && tails.join() === before.tails.join()
}

async function listFiles(folder: string): Promise<BookFiles> {
  const through = await rewrittenThrough(join(folder, baseName))
  const numbers = (await readdir(folder)).flatMap((name) => /^books-(\d+)\.jsonl$/.exec(name)?.[1] ?? []).map(Number)
  return { through, tails: numbers.filter((number) => number > through).sort((a, b) => a - b) }
}

async function rewrittenThrough(file: string): Promise<number> {
  for await (const { record } of recordsOf(file)) return record.is === 'rewritten' ? record.through : 0
  return 0
}

/** Returns the bytes of its whole lines. */
async function readLines(file: string, take: (record: JournalRecord) => void): Promise<number> {
  let end = 0
  for await (const line of recordsOf(file)) {
    end = line.end
    if (line.record.is !== 'rewritten') take(line.record)
  }
  return end
}

interface FileLine {
  readonly text: string
  readonly record: FileRecord
  /** Where the next line begins. */
  readonly end: number
}

/** A file that is not there has none. */
async function* recordsOf(file: string): AsyncGenerator<FileLine> {
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (!found) return
  let [at, end] = [0, 0]
  const input = createReadStream(file)
  for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    at += 1
    end += Buffer.byteLength(text) + 1
    // Without a line end it was not written whole.
    if (end > input.bytesRead) return
    yield { text, record: parsed(text, file, at), end }
  }
}

function parsed(text: string, file: string, line: number): FileRecord {
  try {
    return JSON.parse(text) as FileRecord
  } catch {
    throw new DamagedBooksError(file, line)
  }
}

/** Opens the file behind its last whole line. */
export async function openForAppending({ current, bytes }: ReadFiles): Promise<FileHandle> {
  const handle = await open(current, 'a', 0o600)
  await handle.truncate(bytes)
  return handle
}

/** Begins a file; everything before it is in those with lower numbers. */
export async function beginTail(folder: string, number: number): Promise<FileHandle> {
  const handle = await open(join(folder, tailName(number)), 'ax', 0o600)
  await syncFolder(folder)
  return handle
}

/** Called before each step of a rewrite. */
export type OnRewriteStep = (step: 'write' | 'replace' | 'remove' | 'end') => Promise<void>

/**
 * Writes everything up to a file into a new base, without what later records have replaced: of the times a message was
 * repeated only their number, of keys only the last. Records go on being appended to later files meanwhile.
 */
export async function rewrite(folder: string, through: number, onStep: OnRewriteStep): Promise<void> {
  const { tails } = await listFiles(folder)
  const merged = tails.filter((number) => number <= through)
  const [base, made] = [join(folder, baseName), join(folder, newName)]
  await onStep('write')
  const handle = await open(made, 'w', 0o600)
  try {
    for await (const text of condensed([base, ...merged.map((number) => join(folder, tailName(number)))], through))
      await handle.write(text)
    await handle.datasync()
  } finally {
    await handle.close()
  }
  await onStep('replace')
  await rename(made, base)
  await syncFolder(folder)
  await onStep('remove')
  await removeMerged(folder)
  await onStep('end')
}

/** What a base has the records of, and what a rewrite that did not end has left. */
export async function removeMerged(folder: string): Promise<void> {
  const through = await rewrittenThrough(join(folder, baseName))
  const names = await readdir(folder)
  const old = names.filter(
    (name) => Number(/^books-(\d+)\.jsonl$/.exec(name)?.[1] ?? Number.POSITIVE_INFINITY) <= through,
  )
  for (const name of [...old, ...names.filter((each) => each === newName)])
    await rm(join(folder, name), { force: true })
}

const chunkMax = 65_536

async function* condensed(files: readonly string[], through: number): AsyncGenerator<string> {
  const repeats = new Map<string, number>()
  let keys: JournalRecord | undefined
  let chunk = lineOf({ is: 'rewritten', through })
  for (const file of files)
    for await (const { record, text } of recordsOf(file)) {
      if (record.is === 'repeat') repeats.set(record.key, (repeats.get(record.key) ?? 0) + (record.times ?? 1))
      else if (record.is === 'keys') keys = record
      else if (record.is !== 'rewritten') chunk += `${text}\n`
      if (chunk.length < chunkMax) continue
      yield chunk
      chunk = ''
    }
  for (const [key, times] of repeats) chunk += lineOf({ is: 'repeat', key, times })
  if (keys) chunk += lineOf(keys)
  yield chunk
}

export function lineOf(record: FileRecord): string {
  return `${JSON.stringify(record)}\n`
}

/** Names of files are durable only then. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync()
  await handle.close()
}
