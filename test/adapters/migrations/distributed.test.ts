// Migrations of a database that is distributed already: in a form of their own where the usual one is refused.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { migrateInstallation } from '../../../src/compose/index.ts'
import { readCluster } from '../../../src/platform/postgres/cluster/citus.ts'
import { distributeTables } from '../../../src/platform/postgres/cluster/distribute.ts'
import { findClusterProblems } from '../../../src/platform/postgres/cluster/verify-cluster.ts'
import { type Database, openDatabase } from '../../../src/platform/postgres/database.ts'
import { gatewaySchema, migrate, readTrack } from '../../../src/platform/postgres/migrate.ts'
import { makeCluster, withoutCluster } from '../../support/gateway/citus.ts'
import { createEmptyDatabase, createTestDatabase, databaseUrl } from '../../support/gateway/database.ts'

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

describe('a migration with a form for distributed databases', () => {
  it('has the effect of its usual form', {
    skip: withoutCluster ? false : 'compares two databases on one server',
  }, async () => {
    const usual = open(await createEmptyDatabase())
    await migrate(usual, gatewaySchema)
    const other = open(await createEmptyDatabase())
    for (const { sql, distributedSql = sql } of await readTrack(gatewaySchema)) await other.query(distributedSql)
    const ownTables = (lines: readonly string[]) => lines.filter((line) => !/schema_migrations/.test(line))
    assert.deepEqual(ownTables(await schemaOf(other)), ownTables(await schemaOf(usual)))
  })
})

describe('a database that was distributed by an earlier release', () => {
  const skip = withoutCluster && 'needs a cluster, named by TEST_CITUS'

  it('is migrated to the end, and its new tables are distributed', { skip }, async () => {
    const name = await createEmptyDatabase()
    const database = open(name)
    await makeCluster(database, databaseUrl(name))
    await migrate(database, gatewaySchema, (migration) => migration < '0043')
    await distributeTables(database, { shardCount: 4 })
    await database.query(
      `insert into found_transactions (merchant_id, generation, order_id, transaction_id, place, type, result, gateway_code,
         currency, amount_minor, entry_point, time_of_record, order_created_at,
         updated_at, reference)
       select 'SHOP' || n, 1, 'order', '2', 2, 'CHARGEBACK', 'SUCCESS', 'APPROVED', 'EUR', 500, 'API', now(), now(),
         now(), 'case' from generate_series(1, 9) n`,
    )
    await database.query(
      `insert into wallet_keys (merchant_id, wallet, public_key_hash, identifier, secret_key_id, secret_sealed, created_at)
       select 'SHOP' || n, 'GOOGLE_PAY', day::text, 'name', 'k', '\\x00', timestamptz '2026-01-01' + day * interval '1 day'
       from generate_series(1, 9) n, generate_series(1, 3) day`,
    )
    await migrateInstallation({ database, simulator: database, isSandbox: false }, { isContracting: true })
    const cluster = await readCluster(database)
    assert.ok(cluster)
    assert.deepEqual(await findClusterProblems(database, cluster), [])
    const { rows } = await database.query(
      'select count(*)::int as cases, sum(amount_minor)::int as minor from found_disputes',
    )
    assert.deepEqual(rows, [{ cases: 9, minor: 4_500 }])
    const used = await database.query(
      `select public_key_hash as newest, count(*)::int as merchants from wallet_keys where used_since is not null group by 1`,
    )
    assert.deepEqual(used.rows, [{ newest: '3', merchants: 9 }])
    const fresh = open(await createTestDatabase())
    assert.deepEqual(await schemaOf(database), await schemaOf(fresh))
  })
})
