// What is missing of a schema is applied, once; what was changed afterwards is refused.
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { type Database, openDatabase } from '../../../src/platform/postgres/database.ts'
import {
  gatewaySchema,
  hasFormerSchema,
  isContract,
  isWantedWhen,
  MigrationFailure,
  type MigrationTrack,
  migrate,
  migrateTracks,
  missingMigrations,
  readTrack,
} from '../../../src/platform/postgres/migrate.ts'
import { createEmptyDatabase, databaseUrl } from '../../support/gateway/database.ts'
import { contractingTrack } from '../../support/migrations/tracks.ts'

describe('the migrations of several tracks', () => {
  let database: Database
  let folder: string
  before(async () => {
    database = openDatabase(
      { connectionString: databaseUrl(await createEmptyDatabase()) },
      { poolSize: 1, onError: () => undefined },
    )
    folder = await mkdtemp(join(tmpdir(), 'tollgate-migrations-'))
  })
  after(async () => {
    await database.end()
    await rm(folder, { recursive: true })
  })

  /** As a release has it: another release with more files is another folder. */
  async function track(name: string, files: Readonly<Record<string, string>>): Promise<MigrationTrack> {
    const ofRelease = await mkdtemp(join(folder, `${name}-`))
    for (const [file, sql] of Object.entries(files)) await writeFile(join(ofRelease, file), sql)
    return { name, folder: pathToFileURL(`${ofRelease}/`) }
  }

  it('are applied in order, and only once', async () => {
    const tracks = [
      await track('fruits', { '0001-a.sql': 'create table apples (id int)', '0002-b.sql': 'drop table apples' }),
      await track('roots', { '0001-a.sql': 'create table beets (id int)' }),
    ]
    assert.deepEqual(await migrateTracks(database, tracks), ['0001-a.sql', '0002-b.sql', '0001-a.sql'])
    assert.deepEqual(await migrateTracks(database, tracks), [])
  })

  it('of a later release are those that are missing', async () => {
    const first = { '0001-a.sql': 'create table oaks (id int)' }
    await migrateTracks(database, [await track('trees', first)])
    const later = await track('trees', { ...first, '0002-b.sql': 'alter table oaks add height int' })
    assert.deepEqual(await migrateTracks(database, [later]), ['0002-b.sql'])
    await database.query('select height from oaks')
  })

  it('that end what an earlier release needs wait until they are wanted', async () => {
    const first = { '0001-a.sql': 'create table roses (id int, colour text)' }
    await migrateTracks(database, [await track('flowers', first)])
    // A database in use: to a new one everything is applied at once.
    await database.query('create table orders as select 1 as order_id')
    const contract = '0002-b.contract.sql'
    const later = await track('flowers', { ...first, [contract]: 'alter table roses drop colour' })
    const isWanted = (name: string, isNew: boolean) => isNew || name !== contract
    assert.deepEqual(await migrateTracks(database, [later], isWanted), [])
    assert.deepEqual(await migrateTracks(database, [later]), [contract])
  })

  it('are refused when one was changed after it had been applied', async () => {
    await migrateTracks(database, [await track('herbs', { '0001-a.sql': 'create table mint (id int)' })])
    const changed = await track('herbs', { '0001-a.sql': 'create table mint (id bigint)' })
    await assert.rejects(migrateTracks(database, [changed]), MigrationFailure)
  })
})

it('a database in use gets contract migrations only when they are asked for, and a new one all at once', async (t) => {
  const open = async () => {
    const connectionString = databaseUrl(await createEmptyDatabase())
    const database = openDatabase({ connectionString }, { poolSize: 2, onError: () => {} })
    t.after(() => database.end())
    return database
  }
  const migrateLabels = (database: Database, isContracting = false) =>
    migrateTracks(database, [contractingTrack], isWantedWhen({ isContracting }))
  const inUse = await open()
  await migrate(inUse, gatewaySchema)
  await migrate(inUse, contractingTrack, (name) => name < '0002')
  await inUse.query(
    `insert into vault_keys (key_id, purpose, sealed, state) values ('data-1', 'DATA', 'sealed', 'CURRENT')`,
  )
  assert.deepEqual((await migrateLabels(inUse)).filter(isContract), [])
  assert.deepEqual(await missingMigrations(inUse, contractingTrack), [])
  const contracted = await migrateLabels(inUse, true)
  assert.ok(contracted.length > 0 && contracted.every(isContract), contracted.join())
  const fresh = await open()
  const applied = await migrateLabels(fresh)
  assert.deepEqual(applied.filter(isContract), contracted)
  assert.equal(applied.length, (await readTrack(contractingTrack)).length)
})

describe('a schema that does not begin with the first migration of this release', () => {
  it('is a former one, unlike an empty database and one that later releases have migrated', async (t) => {
    const connectionString = databaseUrl(await createEmptyDatabase())
    const database = openDatabase({ connectionString }, { poolSize: 1, onError: () => {} })
    t.after(() => database.end())
    assert.equal(await hasFormerSchema(database, contractingTrack), false)
    await migrate(database, contractingTrack)
    assert.equal(await hasFormerSchema(database, contractingTrack), false)
    const later = 'insert into schema_migrations (track, name, checksum) values ($1, $2, $3)'
    await database.query(later, [contractingTrack.name, '0099-later.sql', 'x'])
    assert.equal(await hasFormerSchema(database, contractingTrack), false)
    await database.query(`update schema_migrations set name = '0001-former.sql' where name like '0001-%'`)
    assert.equal(await hasFormerSchema(database, contractingTrack), true)
    assert.equal(await hasFormerSchema(database, gatewaySchema), false)
  })
})
