// The file that holds a whole database: lines of text, compressed, with a checksum at the end of each table and of all.
import { createHash, type Hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { OperatorFailure } from '../../kernel/failures.ts'

/** Raised when a reader of the previous format could not read the next one. */
export const formatVersion = 1

export interface BackupHeader {
  readonly format: 'tollgate-export'
  readonly formatVersion: number
  readonly madeAt: string
  readonly release: string
  readonly migrations: readonly AppliedMigration[]
  /** For progress displays: about how many will follow. 0 while unknown. */
  readonly rowsEstimated: number
}

export interface AppliedMigration {
  readonly track: string
  readonly name: string
  readonly checksum: string
}

export interface TableHeader {
  readonly table: string
  /** Names with types; the reader needs the same, in the same order. */
  readonly columns: readonly (readonly [name: string, type: string])[]
}

export interface TableTrailer {
  readonly rows: number
  readonly sha256: string
}

export interface SequenceState {
  readonly name: string
  /** As text: it may be beyond a JavaScript number. */
  readonly lastValue: string
}

export interface SequenceStates {
  readonly sequences: readonly SequenceState[]
}

export interface BackupTrailer {
  readonly tables: number
  readonly rows: number
  /** Over everything before this line. */
  readonly sha256: string
  /**
   * Of the checksum, under a key derived from the key-encryption key. Missing in files of releases that did not sign.
   */
  readonly mac?: string
}

/** Signs the checksum of a file. */
export type SignFile = (sha256: string) => string

/** A row is PostgreSQL's own text for it, which begins with a bracket; everything else is a JSON object. */
export function rowLine(row: string): string {
  return `${row.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r')}\n`
}

export function rowOfLine(line: string): string {
  if (!line.includes('\\')) return line
  return line.replaceAll(/\\[\\nr]/g, (escaped) => unescaped[escaped as keyof typeof unescaped])
}

const unescaped = { '\\\\': '\\', '\\n': '\n', '\\r': '\r' } as const

export function isRow(line: string): boolean {
  return line.startsWith('(')
}

export function newHash(): Hash {
  return createHash('sha256')
}

/** Writes the lines as they are produced, at the pace of the disk. A file with the final name is always complete. */
export async function writeBackupFile(path: string, text: AsyncIterable<string>): Promise<void> {
  const unfinished = `${path}.unfinished`
  try {
    const file = createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true })
    await pipeline(Readable.from(text), createZstdCompress(), file)
    await rename(unfinished, path)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'EEXIST')
      throw new BackupFailure(
        `${unfinished} exists: another export is running, or remove the file left by an earlier one.`,
      )
    await rm(unfinished, { force: true })
    if (code === 'ENOSPC') throw new BackupFailure(`No space left for ${path}; nothing was written.`)
    if (isOfFile(error)) throw new BackupFailure(`${path} cannot be written (${message}).`)
    throw error
  }
}

/** Passes the lines of a file to the reader one by one; errors that follow from damage are reported as damage. */
export async function readBackupFile<T>(path: string, read: (lines: AsyncIterable<string>) => Promise<T>): Promise<T> {
  const file = createReadStream(path)
  const text = createZstdDecompress()
  file.on('error', (error) => text.destroy(error))
  try {
    return await read(linesOf(file.pipe(text)))
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    if (isOfFile(error)) throw new BackupFailure(`${path} cannot be read (${message}).`)
    if (code.startsWith('ZSTD_') || code === 'Z_BUF_ERROR' || code === 'ERR_ENCODING_INVALID_ENCODED_DATA')
      throw new BackupFailure(`${path} is damaged or not an export of a Tollgate database (${message}).`)
    throw error
  } finally {
    // The reader may stop before the end.
    file.destroy()
    text.destroy()
  }
}

function isOfFile(error: unknown): boolean {
  return typeof (error as NodeJS.ErrnoException).syscall === 'string' && 'path' in (error as object)
}

async function* linesOf(source: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let rest = ''
  for await (const bytes of source) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  // A file that was cut off at the end of a compressed block ends in the middle of a line, or lacks its last one.
  if (rest !== '') yield rest
}

/** The message is one line. */
export class BackupFailure extends OperatorFailure {}
