// Writes the whole database to one file, as it was at one moment, while payments continue.
import type pg from 'pg'
import { type Database, inUnitOfWork } from '../../platform/postgres/database.ts'
import {
  type BackupHeader,
  type BackupTrailer,
  formatVersion,
  newHash,
  rowLine,
  type SequenceStates,
  type SignFile,
  type TableHeader,
  type TableTrailer,
  writeBackupFile,
} from './backup-file.ts'
import { listMigrations, listSequences, listTables, type StoredTable } from './catalog.ts'

export interface BackupProgress {
  readonly table: string
  readonly rows: number
  /** 0 while unknown. */
  readonly rowsExpected: number
}

interface ExportOptions {
  readonly at: Date
  readonly release: string
  readonly sign: SignFile
  readonly onProgress: (progress: BackupProgress) => void
}

export interface BackupSummary {
  readonly tables: number
  readonly rows: number
  /** Of everything in the file but its last line; the same for the same rows, head and order. */
  readonly sha256: string
  readonly migrations: number
}

/** A page fits into memory whatever the rows hold: the largest, an answer with all its groups, are some ten kilobytes. */
const rowsPerPage = 1_000

/**
 * One snapshot for all tables; a table is read from its first page to its last, and two exports of the same rows are
 * identical. A long export delays the cleanup of old row versions, and has no other effect.
 */
const begin = `begin isolation level repeatable read read only;
  set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
  set local synchronize_seqscans = off; set local timezone = 'UTC'; set local datestyle = 'ISO';
  set local intervalstyle = 'postgres'; set local bytea_output = 'hex'; set local extra_float_digits = 1`

export function exportDatabase(
  database: Database,
  { path, onProgress, ...made }: ExportOptions & { readonly path: string },
): Promise<BackupSummary> {
  return inUnitOfWork(
    database,
    async (client) => {
      let summary: BackupSummary | undefined
      const onEnd = (ended: BackupSummary) => {
        summary = ended
      }
      const text = exportedText(client, { ...made, onProgress, onEnd })
      await writeBackupFile(path, text)
      if (!summary) throw new Error('the export ended without its end')
      return summary
    },
    { begin, isLong: true },
  )
}

async function* exportedText(
  client: pg.PoolClient,
  { at, release, sign, onProgress, onEnd }: ExportOptions & { readonly onEnd: (summary: BackupSummary) => void },
): AsyncGenerator<string> {
  const whole = newHash()
  const counted = (text: string) => {
    whole.update(text)
    return text
  }
  const migrations = await listMigrations(client)
  const tables = await listTables(client)
  const rowsExpected = Math.round(tables.reduce((sum, { rowsEstimated }) => sum + rowsEstimated, 0))
  const head: BackupHeader = {
    format: 'tollgate-export',
    formatVersion,
    madeAt: at.toISOString(),
    release,
    migrations,
    rowsEstimated: rowsExpected,
  }
  yield counted(jsonLine(head))

  let rows = 0
  for (const stored of tables) {
    const { table, columns } = stored
    yield counted(jsonLine({ table, columns } satisfies TableHeader))
    const ofTable = newHash()
    let rowsOfTable = 0
    for await (const page of pagesOf(client, stored)) {
      const text = page.map(rowLine).join('')
      ofTable.update(text)
      rowsOfTable += page.length
      onProgress({ table, rows: rows + rowsOfTable, rowsExpected })
      yield counted(text)
    }
    rows += rowsOfTable
    yield counted(jsonLine({ rows: rowsOfTable, sha256: ofTable.digest('hex') } satisfies TableTrailer))
  }
  yield counted(jsonLine({ sequences: await listSequences(client) } satisfies SequenceStates))
  const summary = { tables: tables.length, rows, sha256: whole.digest('hex') }
  yield jsonLine({ ...summary, mac: sign(summary.sha256) } satisfies BackupTrailer)
  onEnd({ ...summary, migrations: migrations.length })
}

async function* pagesOf(client: pg.PoolClient, { table }: StoredTable): AsyncGenerator<readonly string[]> {
  await client.query(`declare page_of_export no scroll cursor for select t::text as row from ${table} t`)
  for (;;) {
    const { rows } = await client.query<{ row: string }>(`fetch ${rowsPerPage} from page_of_export`)
    if (rows.length > 0) yield rows.map(({ row }) => row)
    if (rows.length < rowsPerPage) break
  }
  await client.query('close page_of_export')
}

function jsonLine(value: object): string {
  return `${JSON.stringify(value)}\n`
}
