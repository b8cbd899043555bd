// Brings a database to the newest schema. Migrations are numbered files, go forward only and are never edited once
// released; one process migrates at a time and the others wait for it.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import type { Database } from './database.ts'
import { liftDeadline } from './watched-connections.ts'

export interface MigrationTrack {
  /** Several components keep separate schemas in one database; each has its own numbered files. */
  readonly name: string
  readonly folder: URL
}

export const gatewaySchema: MigrationTrack = { name: 'gateway', folder: new URL('./migrations/', import.meta.url) }

/** Any fixed number serves; it only has to be the same in every process. */
const migrationLock = 7_310_512_001n

export class MigrationFailure extends Error {}

/** Applies the missing migrations, or those of them that are requested; returns the names of the migrations applied. */
export async function migrate(
  database: Database,
  track: MigrationTrack,
  isWanted: (name: string) => boolean = () => true,
): Promise<readonly string[]> {
  const client = await database.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    return await applyMissing(client, track, isWanted)
  } finally {
    await client.query('select pg_advisory_unlock($1)', [migrationLock]).catch(() => undefined)
    client.release()
  }
}

/** Migrations that this release needs and the database does not have yet. */
export async function missingMigrations(database: Database, track: MigrationTrack): Promise<readonly string[]> {
  const { rows } = await database
    .query<{ name: string }>(`select name from schema_migrations where track = $1`, [track.name])
    .catch((error: { code?: string }) => {
      if (error.code === undefinedTable) return { rows: [] }
      throw error
    })
  const applied = new Set(rows.map(({ name }) => name))
  return (await readTrack(track)).map(({ name }) => name).filter((name) => !applied.has(name))
}

const undefinedTable = '42P01'

async function applyMissing(
  client: pg.PoolClient,
  track: MigrationTrack,
  isWanted: (name: string) => boolean,
): Promise<readonly string[]> {
  await client.query(`create table if not exists schema_migrations (
    track text not null, name text not null, checksum text not null, applied_at timestamptz not null default now(),
    primary key (track, name))`)
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations where track = $1',
    [track.name],
  )
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]))
  const done: string[] = []
  for (const { name, sql, checksum } of await readTrack(track)) {
    const before = applied.get(name)
    if (before === undefined) {
      if (!isWanted(name)) continue
      await applyOne(client, { track: track.name, name, sql, checksum })
      done.push(name)
    } else if (before !== checksum) {
      throw new MigrationFailure(`Migration ${name} was changed after it had been applied to this database.`)
    }
    applied.delete(name)
  }
  // A newer release may already have migrated the database; old and new processes run together, so that is fine.
  return done
}

async function applyOne(
  client: pg.PoolClient,
  { track, name, sql, checksum }: { track: string; name: string; sql: string; checksum: string },
): Promise<void> {
  // An index over millions of rows takes longer than any statement of a request may.
  liftDeadline(client)
  await client.query('begin; set local statement_timeout = 0')
  try {
    await client.query(sql)
    await client.query('insert into schema_migrations (track, name, checksum) values ($1, $2, $3)', [
      track,
      name,
      checksum,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** The migrations that this release has for a track. */
export async function readTrack({ folder }: MigrationTrack) {
  const names = (await readdir(fileURLToPath(folder))).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}
