// A command that changes the whole database is killed in the middle: what it had not committed is not there, and the same command
// again ends as if it had never been interrupted.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { openDatabase } from '../../../src/platform/postgres/database.ts'
import {
  gatewaySchema,
  isContract,
  isWantedWhen,
  type MigrationTrack,
  migrate,
  migrateTracks,
  readTrack,
} from '../../../src/platform/postgres/migrate.ts'
import { until } from '../../support/checks/poll.ts'
import { payBody } from '../../support/clients/client.ts'
import { openShop } from '../../support/clients/shop.ts'
import { countLockWaits } from '../../support/gateway/citus.ts'
import { launch, tollgate } from '../../support/gateway/command-line.ts'
import { createEmptyDatabase, databaseUrl, testEnvironment } from '../../support/gateway/database.ts'
import { startGateway } from '../../support/gateway/gateway.ts'
import { makeSite } from '../../support/gateway/process.ts'
import { makeProductionSite, type ProductionSite } from '../../support/gateway/production.ts'
import { contractingTrack } from '../../support/migrations/tracks.ts'

let folder = ''
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tollgate-killed-'))
})
after(() => rm(folder, { recursive: true, force: true }))

const settings = (database: string) => testEnvironment(database, { TOLLGATE_DATA_DIR: join(folder, 'data') })

async function connect(t: TestContext, database: string): Promise<pg.Client> {
  const client = new pg.Client(databaseUrl(database))
  await client.connect()
  t.after(() => client.end())
  return client
}

/** Migrates as a release did that had only some of the migrations. */
async function migrateTo(database: string, isWanted: (name: string) => boolean): Promise<void> {
  const pool = openDatabase({ connectionString: databaseUrl(database) }, { poolSize: 1, onError: () => undefined })
  try {
    await migrate(pool, gatewaySchema, isWanted)
  } finally {
    await pool.end()
  }
}

const applyTrack = fileURLToPath(new URL('../../support/migrations/apply.ts', import.meta.url))

/** As "tollgate migrate" does it for its own tracks. */
async function migrateTrack(database: string, track: MigrationTrack): Promise<readonly string[]> {
  const pool = openDatabase({ connectionString: databaseUrl(database) }, { poolSize: 1, onError: () => undefined })
  try {
    return await migrateTracks(pool, [track], isWantedWhen({ isContracting: false }))
  } finally {
    await pool.end()
  }
}

const namesOfMigrations = async (track = gatewaySchema) => (await readTrack(track)).map(({ name }) => name)

async function appliedIn(client: pg.Client, track = gatewaySchema): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    'select name from schema_migrations where track = $1 order by name',
    [track.name],
  )
  return rows.map(({ name }) => name)
}

/** Holds up whoever is about to record this migration, which is the last statement of its unit of work. */
async function holdUpAt(blocker: pg.Client, name: string, track = gatewaySchema): Promise<void> {
  await blocker.query('begin')
  await blocker.query(`insert into schema_migrations (track, name, checksum) values ($1, $2, '')`, [track.name, name])
}

async function untilHeldUp(database: string): Promise<void> {
  await until(async () => (await countLockWaits(databaseUrl(database))) === 1, 'it is held up')
}

async function killHeldUp(
  { env, blocker }: { readonly env: Readonly<Record<string, string>>; readonly blocker: pg.Client },
  words: readonly string[],
): Promise<void> {
  await killThere(blocker, launch(words, { env }))
}

/** Kills it there, as the kernel does: nothing of the process runs any more. */
async function killThere(blocker: pg.Client, command: ChildProcess): Promise<void> {
  const exited = once(command, 'exit')
  await untilHeldUp(blocker.database ?? '')
  command.kill('SIGKILL')
  await exited
  await blocker.query('rollback')
}

async function run(env: Readonly<Record<string, string>>, words: readonly string[]) {
  const { code, json, stderr } = await tollgate([...words, '--json'], { env })
  assert.equal(code, 0, stderr)
  return json
}

/** Columns, constraints, indexes and what was applied. */
async function schemaOf(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ line: string }>(
    `select concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default) as line from information_schema.columns
     where table_schema = 'public'
     union all select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
     where connamespace = 'public'::regnamespace
     union all select indexdef from pg_indexes where schemaname = 'public'
     union all select concat_ws(' ', track, name, checksum) from schema_migrations
     order by 1`,
  )
  return rows.map(({ line }) => line)
}

describe('a migration that is killed', { concurrency: 4 }, () => {
  let whole: readonly string[] = []
  let production: ProductionSite | undefined
  before(async () => {
    whole = await namesOfMigrations()
    // Its own database is migrated without interruption.
    production = await makeProductionSite()
  })
  after(() => rm(production?.environment['TOLLGATE_DATA_DIR'] ?? '', { recursive: true, force: true }))

  it('in a new database at the last leaves those before it, and the next one completes it', async (t) => {
    const database = await createEmptyDatabase()
    const { environment } = production ?? assert.fail('there is no site')
    const env = { ...environment, DATABASE_URL: databaseUrl(database) }
    const name = whole.at(-1) ?? assert.fail('there is none')
    await migrateTo(database, () => false)
    const blocker = await connect(t, database)
    await holdUpAt(blocker, name)
    await killHeldUp({ env, blocker }, ['migrate'])
    assert.deepEqual(await appliedIn(blocker), whole.slice(0, -1))
    await run(env, ['migrate'])
    const uninterrupted = new pg.Client(environment['DATABASE_URL'])
    await uninterrupted.connect()
    t.after(() => uninterrupted.end())
    assert.deepEqual(await schemaOf(blocker), await schemaOf(uninterrupted))
    assert.deepEqual((await run(env, ['migrate'])).applied, [])
  })

  for (const [where, nameOf] of [
    ['at the first that ends what a former release needs', (names) => names.find(isContract)],
    ['at the last that ends what a former release needs', (names) => names.findLast(isContract)],
    ['at the last of several releases', (names) => names.at(-1)],
  ] as const satisfies readonly (readonly [string, (names: readonly string[]) => string | undefined])[])
    it(`in a new database ${where} leaves those before it, and the next one completes it`, async (t) => {
      const track = contractingTrack
      const names = await namesOfMigrations(track)
      const name = nameOf(names) ?? assert.fail('there is none')
      const database = await createEmptyDatabase()
      await migrateTo(database, () => false)
      const blocker = await connect(t, database)
      await holdUpAt(blocker, name, track)
      await killThere(
        blocker,
        spawn(process.execPath, [applyTrack, databaseUrl(database), track.name, track.folder.href]),
      )
      assert.deepEqual(await appliedIn(blocker, track), names.slice(0, names.indexOf(name)))
      await migrateTrack(database, track)
      const uninterrupted = await createEmptyDatabase()
      await migrateTrack(uninterrupted, track)
      assert.deepEqual(await schemaOf(blocker), await schemaOf(await connect(t, uninterrupted)))
      assert.deepEqual(await migrateTrack(database, track), [])
    })

  it('by a gateway that starts is completed by the next start', async (t) => {
    const database = await createEmptyDatabase()
    await migrateTo(database, () => false)
    const blocker = await connect(t, database)
    await holdUpAt(blocker, whole[whole.length >> 1] ?? '')
    const site = await makeSite(t)
    const first = site.spawn(testEnvironment(database))
    await untilHeldUp(database)
    first.kill('SIGKILL')
    await first.exited
    await blocker.query('rollback')
    await site.start(testEnvironment(database))
    assert.deepEqual(await appliedIn(blocker), whole)
  })
})

describe('an import that is killed', { concurrency: 3 }, () => {
  let file = ''
  let source = ''
  before(async () => {
    const gateway = await startGateway()
    try {
      source = gateway.database
      await openShop(gateway).put(payBody())
    } finally {
      await gateway.stop()
    }
    file = join(folder, 'whole.export')
    await run(settings(source), ['export', file])
  })

  async function assertWhole(t: TestContext, database: string): Promise<void> {
    const rows = async (of: string) =>
      (await (await connect(t, of)).query('select * from transactions order by order_id, transaction_id')).rows
    assert.deepEqual(await rows(database), await rows(source))
    assert.deepEqual(
      await run(settings(database), ['books', 'verify']),
      await run(settings(source), ['books', 'verify']),
    )
  }

  it('while it makes the tables is completed by the same command', async (t) => {
    const database = await createEmptyDatabase()
    await migrateTo(database, () => false)
    const blocker = await connect(t, database)
    await holdUpAt(blocker, (await namesOfMigrations()).at(-2) ?? '')
    await killHeldUp({ env: settings(database), blocker }, ['import', file])
    await run(settings(database), ['import', file])
    await assertWhole(t, database)
  })

  it('among the rows leaves none, and is completed by the same command', async (t) => {
    const database = await createEmptyDatabase()
    await migrateTo(database, () => true)
    const blocker = await connect(t, database)
    await blocker.query('begin')
    // Those of the orders come before it.
    await blocker.query('lock table transactions in share mode')
    await killHeldUp({ env: settings(database), blocker }, ['import', file])
    for (const table of ['merchants', 'orders', 'vault_keys'])
      assert.equal((await blocker.query(`select from ${table}`)).rowCount, 0, table)
    await run(settings(database), ['import', file])
    await assertWhole(t, database)
  })
})
