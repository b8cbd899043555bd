// Migrations of a database that is distributed already: in a form of their own where the usual one is refused.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { readCluster } from '../../../src/platform/postgres/cluster/citus.ts'
import { distributeTables } from '../../../src/platform/postgres/cluster/distribute.ts'
import { findClusterProblems } from '../../../src/platform/postgres/cluster/verify-cluster.ts'
import { type Database, openDatabase } from '../../../src/platform/postgres/database.ts'
import {
  gatewaySchema,
  isWantedWhen,
  migrate,
  migrateTracks,
  readTrack,
} from '../../../src/platform/postgres/migrate.ts'
import { makeCluster, withoutCluster } from '../../support/gateway/citus.ts'
import { createEmptyDatabase, createTestDatabase, databaseUrl } from '../../support/gateway/database.ts'
import { distributedFormsTrack } from '../../support/migrations/tracks.ts'

const opened: Database[] = []
after(() => Promise.all(opened.map((database) => database.end())))

function open(name: string): Database {
  const database = openDatabase(
    { connectionString: databaseUrl(name) },
    { poolSize: 3, onError: () => undefined, statementTimeoutMs: 120_000 },
  )
  opened.push(database)
  return database
}

/** Columns, constraints and indexes of all tables. */
async function schemaOf(database: Database): Promise<readonly string[]> {
  const { rows } = await database.query<{ line: string }>(
    `select concat_ws(' ', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attcollation::regcollation,
         pg_get_expr(d.adbin, d.adrelid)) as line
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
     union all select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated) from pg_constraint
     where connamespace = 'public'::regnamespace
     union all select indexdef from pg_indexes where schemaname = 'public'
     union all select concat_ws(' ', relname, relpersistence, reloptions) from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
     order by 1`,
  )
  // Copies of reference tables carry a number that is never the same.
  return rows.map(({ line }) => line).filter((line) => !/_\d{6,}\b/.test(line))
}

const wanted = isWantedWhen({ isContracting: true })

describe('a migration with a form for distributed databases', () => {
  it('has the effect of its usual form', {
    skip: withoutCluster ? false : 'compares two databases on one server',
  }, async () => {
    const usual = open(await createTestDatabase())
    await migrate(usual, distributedFormsTrack)
    const other = open(await createTestDatabase())
    for (const { sql, distributedSql = sql } of await readTrack(distributedFormsTrack))
      await other.query(distributedSql)
    assert.deepEqual(await schemaOf(other), await schemaOf(usual))
  })
})

describe('a database that was distributed by an earlier release', () => {
  const skip = withoutCluster && 'needs a cluster, named by TEST_CITUS'

  it('is migrated to the end, and its new tables are distributed', { skip }, async () => {
    const name = await createEmptyDatabase()
    const database = open(name)
    await makeCluster(database, databaseUrl(name))
    await migrate(database, gatewaySchema)
    await distributeTables(database, { shardCount: 4 })
    await database.query(
      `insert into orders (merchant_id, order_id, currency, amount_minor, created_at, updated_at)
       select 'SHOP' || n, 'order', 'EUR', 500, now(), now() from generate_series(1, 9) n`,
    )
    await migrateTracks(database, [distributedFormsTrack], wanted)
    const cluster = await readCluster(database)
    assert.ok(cluster)
    assert.deepEqual(await findClusterProblems(database, cluster), [])
    const { rows } = await database.query(
      `select count(*)::int as notes, count(distinct label)::int as labels from order_notes join orders using (merchant_id, order_id)`,
    )
    assert.deepEqual(rows, [{ notes: 9, labels: 1 }])
    const fresh = open(await createTestDatabase())
    await migrateTracks(fresh, [distributedFormsTrack], wanted)
    assert.deepEqual(await schemaOf(database), await schemaOf(fresh))
  })
})
