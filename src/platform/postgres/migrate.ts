// Brings a database to the newest schema. Migrations are numbered files, go forward only and are never edited once
// released; one process migrates at a time and the others wait for it.

import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { OperatorFailure } from '../../kernel/failures.ts'
import { type SchemaForm, schemaFormOf } from './cluster/distribute.ts'
import type { Database } from './database.ts'
import { holdLease, leasesTable } from './leases.ts'
import { findSignOfUse } from './signs-of-use.ts'
import { splitStatements } from './split-statements.ts'
import { liftDeadline } from './watched-connections.ts'

export interface MigrationTrack {
  /** Several components keep separate schemas in one database; each has its own numbered files. */
  readonly name: string
  readonly folder: URL
}

export const gatewaySchema: MigrationTrack = { name: 'gateway', folder: new URL('./migrations/', import.meta.url) }

export const migrationLease = 'migrations'

export class MigrationFailure extends OperatorFailure {}

/**
 * Ends what only the previous release needs: applied when none of its processes is left, and in a new database at once. A
 * release works without it.
 */
export function isContract(name: string): boolean {
  return name.endsWith('.contract.sql')
}

/** `isNew` says that no process has used the database yet: its first migration may have been interrupted. */
type OnApplying = (name: string, isNew: boolean) => void
type IsWanted = (name: string, isNew: boolean) => boolean

/** All but those that end what the previous release needs, unless no process of it is left. */
export function isWantedWhen({ isContracting }: { readonly isContracting: boolean }): IsWanted {
  return (name, isNew) => isContracting || isNew || !isContract(name)
}

/** Applies what is missing of several tracks. Nearly always nothing is, which one statement shows. */
export async function migrateTracks(
  database: Database,
  tracks: readonly MigrationTrack[],
  isWanted?: IsWanted,
  onApplying?: OnApplying,
): Promise<readonly string[]> {
  const applied = await readApplied(database)
  const done: string[] = []
  for (const track of tracks)
    if (!isComplete(await readTrack(track), applied.get(track.name), isWanted))
      done.push(...(await migrate(database, track, isWanted, onApplying)))
  return done
}

/** The checksums of the migrations that a database has, by track and name. */
async function readApplied(database: Database): Promise<ReadonlyMap<string, ReadonlyMap<string, string>>> {
  const { rows } = await database
    .query<{ track: string; name: string; checksum: string }>('select track, name, checksum from schema_migrations')
    .catch(withoutTable)
  const byTrack = Map.groupBy(rows, ({ track }) => track)
  return new Map(
    [...byTrack].map(([track, ofTrack]) => [track, new Map(ofTrack.map(({ name, checksum }) => [name, checksum]))]),
  )
}

/** One that was changed since makes it incomplete, too. */
function isComplete(
  migrations: readonly Migration[],
  applied: ReadonlyMap<string, string> | undefined,
  isWanted: IsWanted = () => true,
): boolean {
  if (!applied) return false
  return migrations.every(({ name, checksum }) => {
    const before = applied.get(name)
    // Whether the database is new is looked at only if it matters.
    return before === undefined ? !isWanted(name, true) : before === checksum
  })
}

/** Applies the missing migrations, or those of them that are requested; returns the names of the migrations applied. */
export async function migrate(
  database: Database,
  track: MigrationTrack,
  isWanted: IsWanted = () => true,
  onApplying: OnApplying = () => undefined,
): Promise<readonly string[]> {
  const client = await database.connect()
  try {
    await createOwnTables(client)
    return await applyMissing(client, track, { isWanted, onApplying })
  } finally {
    client.release()
  }
}

/** The schema was made by a release whose migrations began with another one: no migration of this release leads from there. */
export async function hasFormerSchema(database: Database, track: MigrationTrack): Promise<boolean> {
  const applied = (await readApplied(database)).get(track.name)
  const [first] = await readTrack(track)
  return applied !== undefined && first !== undefined && !applied.has(first.name)
}

/** Migrations that this release needs and the database does not have yet. */
export async function missingMigrations(database: Database, track: MigrationTrack): Promise<readonly string[]> {
  const { rows } = await database
    .query<{ name: string }>(`select name from schema_migrations where track = $1`, [track.name])
    .catch(withoutTable)
  const applied = new Set(rows.map(({ name }) => name))
  return (await readTrack(track)).map(({ name }) => name).filter((name) => !applied.has(name) && !isContract(name))
}

const undefinedTable = '42P01'

/** A new database has had no migrations. */
function withoutTable(error: { readonly code?: string }): { readonly rows: never[] } {
  if (error.code === undefinedTable) return { rows: [] }
  throw error
}

async function applyMissing(
  client: pg.PoolClient,
  track: MigrationTrack,
  { isWanted, onApplying }: { isWanted: IsWanted; onApplying: OnApplying },
): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations where track = $1',
    [track.name],
  )
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]))
  const isNew = (await findSignOfUse(client)) === undefined
  const form = await schemaFormOf(client)
  const done: string[] = []
  for (const migration of await readTrack(track)) {
    const { name, checksum } = migration
    const before = applied.get(name)
    if (before === undefined) {
      if (!isWanted(name, isNew)) continue
      onApplying(name, isNew)
      if (await applyOne(client, { ...migration, track: track.name, form })) done.push(name)
    } else if (before !== checksum) {
      throw new MigrationFailure(`Migration ${name} was changed after it had been applied to this database.`)
    }
    applied.delete(name)
  }
  // A newer release may already have migrated the database; old and new processes run together, so that is fine.
  return done
}

/** What a distributed database needs to change tables and reference tables in one unit of work; others ignore it. */
const begin = `begin; set local statement_timeout = 0; set local lock_timeout = 0;
  set local idle_in_transaction_session_timeout = 0; set local citus.multi_shard_modify_mode = 'sequential';
  set local citus.enable_unsafe_triggers = on`

interface AppliedMigration extends Migration {
  readonly track: string
  readonly form: SchemaForm
}

/** False when another process has applied it meanwhile. */
async function applyOne(
  client: pg.PoolClient,
  { track, name, checksum, form, ...texts }: AppliedMigration,
): Promise<boolean> {
  // An index over millions of rows takes longer than any statement of a request may.
  liftDeadline(client)
  await client.query(begin)
  try {
    await holdLease(client, migrationLease)
    const done = await client.query('select from schema_migrations where track = $1 and name = $2', [track, name])
    if (done.rowCount === 0) {
      for (const statement of splitStatements(form.textOf(texts))) {
        await client.query(statement)
        await form.afterStatement(client, statement)
      }
      await client.query('insert into schema_migrations (track, name, checksum) values ($1, $2, $3)', [
        track,
        name,
        checksum,
      ])
    }
    await client.query('commit')
    return done.rowCount === 0
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

const migrationsTable = `create table if not exists schema_migrations (
  track text not null, name text not null, checksum text not null, applied_at timestamptz not null default now(),
  primary key (track, name))`

/** Two processes that create a table at the same moment: one of them gets an error, although it is there afterwards. */
async function createOwnTables(client: pg.PoolClient): Promise<void> {
  for (const [name, statement] of [
    ['schema_migrations', migrationsTable],
    ['leases', leasesTable],
  ] as const) {
    if (await isThere(client, name)) continue
    await client.query(statement).catch(async (error: unknown) => {
      if (!(await isThere(client, name))) throw error
    })
  }
}

async function isThere(client: pg.PoolClient, table: string): Promise<boolean> {
  const { rows } = await client.query<{ is_there: boolean }>('select to_regclass($1) is not null as is_there', [table])
  return rows[0]?.is_there ?? false
}

interface Migration {
  readonly name: string
  readonly sql: string
  /** The same change in statements that a distributed database accepts, where it refuses those of `sql`. */
  readonly distributedSql?: string
  /** Of `sql`. */
  readonly checksum: string
}

const readTracks = new Map<string, Promise<readonly Migration[]>>()

/** The migrations that this release has for a track: its files do not change while it runs. */
export function readTrack({ folder }: MigrationTrack): Promise<readonly Migration[]> {
  const { href } = folder
  const reading = readTracks.get(href) ?? readFiles(folder)
  readTracks.set(href, reading)
  reading.catch(() => readTracks.delete(href))
  return reading
}

async function readFiles(folder: URL): Promise<readonly Migration[]> {
  const names = await sqlFilesOf(folder)
  const distributedFolder = new URL('distributed/', folder)
  const distributed = new Set(await sqlFilesOf(distributedFolder).catch(() => []))
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8')
      const checksum = createHash('sha256').update(sql).digest('hex')
      if (!distributed.has(name)) return { name, sql, checksum }
      return { name, sql, checksum, distributedSql: await readFile(new URL(name, distributedFolder), 'utf8') }
    }),
  )
}

async function sqlFilesOf(folder: URL): Promise<readonly string[]> {
  return (await readdir(fileURLToPath(folder))).filter((name) => name.endsWith('.sql')).toSorted()
}
