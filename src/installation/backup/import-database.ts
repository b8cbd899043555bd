// Reads an exported file into a database that has not been used yet: all of it, or nothing.

import { timingSafeEqual } from 'node:crypto'
import type pg from 'pg'
import { type Database, inUnitOfWork } from '../../platform/postgres/database.ts'
import { findSignOfUse, signsOfUse } from '../../platform/postgres/signs-of-use.ts'
import {
  BackupFailure,
  type BackupHeader,
  type BackupTrailer,
  formatVersion,
  isRow,
  newHash,
  readBackupFile,
  rowOfLine,
  type SequenceState,
  type SequenceStates,
  type SignFile,
  type TableHeader,
  type TableTrailer,
} from './backup-file.ts'
import { listTables, type StoredTable } from './catalog.ts'
import type { BackupProgress, BackupSummary } from './export-database.ts'

/** How much is sent with one statement: rows of ordinary size, or as many as fit. */
const rowsPerStatement = 1_000
const charactersPerStatement = 500_000

const begin = `begin; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
  set local timezone = 'UTC'; set local datestyle = 'ISO'; set local intervalstyle = 'postgres'`

/** The head alone, to see which schema the file needs. */
export function readBackupHeader(path: string): Promise<BackupHeader> {
  return readBackupFile(path, async (lines) => {
    for await (const line of lines) return headOf(line, path)
    throw new BackupFailure(`${path} is empty.`)
  })
}

/**
 * The schema must be the one that the file was made with. `check` examines what was read before it is committed, and
 * may throw.
 */
export function importDatabase(
  database: Database,
  {
    path,
    check,
    onProgress,
    sign,
    acceptsUnsigned,
  }: Signing & {
    readonly path: string
    readonly check: (client: pg.PoolClient) => Promise<void>
    readonly onProgress: (progress: BackupProgress) => void
  },
): Promise<BackupSummary> {
  return inUnitOfWork(
    database,
    async (client) => {
      // A gateway that starts meanwhile waits here, and then finds a database that is not empty.
      await client.query(`lock table ${signsOfUse.join(', ')} in exclusive mode`)
      const tables = await listTables(client)
      await refuseNonEmptyDatabase(client)
      await emptyOf(client, tables)
      const { mac, ...summary } = await readBackupFile(path, (lines) =>
        importLines(client, lines, { path, tables, onProgress }),
      )
      // The keys first: with another key-encryption key no signature is valid.
      await check(client)
      if (mac === undefined ? !acceptsUnsigned : !isSame(mac, sign(summary.sha256))) throw notSigned(path, mac)
      // Otherwise plans would be made for empty tables until the server next analyzes them.
      await client.query('analyze')
      return summary
    },
    { begin, isLong: true },
  )
}

export async function refuseNonEmptyDatabase(client: Pick<Database, 'query'>): Promise<void> {
  const table = await findSignOfUse(client)
  if (table === undefined) return
  throw new BackupFailure(
    `The database is not empty (it contains ${table}); an import requires an empty database. Nothing was imported.`,
  )
}

/** Migrations insert a few rows into a new database; the rows of the file replace them. */
async function emptyOf(client: pg.PoolClient, tables: readonly StoredTable[]): Promise<void> {
  for (const { table } of tables) {
    const { rowCount } = await client.query(`select from ${table} limit 1`)
    if (rowCount !== 0) await client.query(`delete from ${table}`)
  }
}

interface Signing {
  readonly sign: SignFile
  /** A file without a signature is accepted: it comes from a release that did not sign. */
  readonly acceptsUnsigned: boolean
}

interface ImportOptions {
  readonly path: string
  readonly tables: readonly StoredTable[]
  readonly onProgress: (progress: BackupProgress) => void
}

async function importLines(
  client: pg.PoolClient,
  lines: AsyncIterable<string>,
  { path, tables, onProgress }: ImportOptions,
): Promise<BackupSummary & Pick<BackupTrailer, 'mac'>> {
  const damaged = (why: string) => new BackupFailure(`${path} is damaged: ${why}. Nothing was imported.`)
  const missing = new Map(tables.map((stored) => [stored.table, stored]))
  const whole = newHash()
  let head: BackupHeader | undefined
  let open: OpenTable | undefined
  let end: BackupTrailer | undefined
  const seen = { tables: 0, rows: 0 }
  const report = (table: string, rows: number) => onProgress({ table, rows, rowsExpected: head?.rowsEstimated ?? 0 })

  for await (const line of lines) {
    if (end) throw damaged('something follows its end')
    if (isRow(line)) {
      if (!open) throw damaged('a row belongs to no table')
      const isSent = await open.add(line)
      if (isSent) report(open.table, seen.rows + open.rows())
      continue
    }
    const record = jsonOf(line)
    if (!record) throw damaged('a line cannot be read')
    const isEndOfTable = 'rows' in record && !('tables' in record)
    // The rows of the table come before the line that ends it.
    const found = isEndOfTable ? await open?.close() : undefined
    if (!('tables' in record)) whole.update(`${line}\n`)
    if ('format' in record) head = headOf(line, path)
    else if ('table' in record) {
      const stored = missing.get(record.table)
      if (!stored || !hasColumns(stored, record)) throw schemaDiffers(record.table)
      missing.delete(record.table)
      open = openTable(client, stored, (text) => whole.update(text))
    } else if ('sequences' in record) await setSequences(client, record.sequences)
    else if ('tables' in record) end = record
    else {
      if (found?.rows !== record.rows || found.sha256 !== record.sha256)
        throw damaged('a table is not as it was exported')
      seen.tables += 1
      seen.rows += record.rows
      report(open?.table ?? '', seen.rows)
      open = undefined
    }
  }
  if (!head || !end || open) throw damaged('its end is missing')
  if (end.rows !== seen.rows || end.tables !== seen.tables || end.sha256 !== whole.digest('hex'))
    throw damaged('its checksum is another')
  const [left] = missing.keys()
  if (left !== undefined) throw schemaDiffers(left)
  return { ...end, migrations: head.migrations.length }
}

interface OpenTable {
  readonly table: string
  /** True when enough for one statement has been sent. */
  add(line: string): Promise<boolean>
  rows(): number
  close(): Promise<TableTrailer>
}

function openTable(client: pg.PoolClient, { table, writable }: StoredTable, onText: (text: string) => void): OpenTable {
  const columns = writable.join(', ')
  // Rows are sent as values of the table's own row type: PostgreSQL reads what PostgreSQL has written.
  const insert = `insert into ${table} (${columns}) overriding system value
    select ${columns} from unnest($1::${table}[])`
  const hash = newHash()
  let rows = 0
  let waiting: string[] = []
  let characters = 0
  const send = async () => {
    if (waiting.length === 0) return
    const lines = waiting
    waiting = []
    characters = 0
    // Many at once: a call for each row would cost more than the hashing itself.
    const text = `${lines.join('\n')}\n`
    hash.update(text)
    onText(text)
    await client.query(insert, [arrayOf(lines.map(rowOfLine))]).catch((error: { code?: string }) => {
      throw isOfData(error) ? cannotTake(table, error.code) : error
    })
  }
  return {
    table,
    async add(line) {
      rows += 1
      waiting.push(line)
      characters += line.length
      if (waiting.length < rowsPerStatement && characters < charactersPerStatement) return false
      await send()
      return true
    },
    rows: () => rows,
    async close() {
      await send()
      return { rows, sha256: hash.digest('hex') }
    },
  }
}

/** As PostgreSQL writes an array. The driver would produce the same, with more work for the garbage collector. */
function arrayOf(rows: readonly string[]): string {
  return `{${rows.map((row) => `"${row.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`
}

async function setSequences(client: pg.PoolClient, sequences: readonly SequenceState[]): Promise<void> {
  for (const { name, lastValue } of sequences)
    await client.query('select setval($1::regclass, $2::bigint)', [name, lastValue])
}

function hasColumns({ columns }: StoredTable, header: TableHeader): boolean {
  return JSON.stringify(columns) === JSON.stringify(header.columns)
}

function isOfData({ code = '' }: { code?: string }): boolean {
  return /^2[23]/.test(code)
}

function isSame(mac: string, right: string): boolean {
  const [given, wanted] = [Buffer.from(mac), Buffer.from(right)]
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

function notSigned(path: string, mac: string | undefined): BackupFailure {
  return new BackupFailure(
    mac === undefined
      ? `${path} is not signed. If it was exported by a release without signatures and was kept safe, use --accept-unsigned.`
      : `${path} was altered after it was exported. Nothing was imported.`,
  )
}

/** Without PostgreSQL's own message, which quotes the row. */
function cannotTake(table: string, code = ''): BackupFailure {
  return new BackupFailure(`The file is damaged: ${table} cannot take a row of it (${code}). Nothing was imported.`)
}

function schemaDiffers(table: string): BackupFailure {
  return new BackupFailure(`The table ${table} is not the same in the file and in this database; nothing was imported.`)
}

function headOf(line: string, path: string): BackupHeader {
  const head = jsonOf(line)
  if (!head || !('format' in head) || head.format !== 'tollgate-export')
    throw new BackupFailure(`${path} is not an export of a Tollgate database.`)
  if (head.formatVersion !== formatVersion)
    throw new BackupFailure(
      `${path} has format ${head.formatVersion}, but this release reads ${formatVersion}; import it with release ${head.release}.`,
    )
  return head
}

type BackupLine = BackupHeader | TableHeader | TableTrailer | SequenceStates | BackupTrailer

function jsonOf(line: string): BackupLine | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? (value as BackupLine) : undefined
  } catch {
    return undefined
  }
}
