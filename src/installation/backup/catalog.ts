// The contents of a gateway database, according to its own catalogue.
import type { Database } from '../../platform/postgres/database.ts'
import type { AppliedMigration, SequenceState, TableHeader } from './backup-file.ts'

type Client = Pick<Database, 'query'>

export interface StoredTable extends TableHeader {
  /** Columns that can be written, without those that PostgreSQL computes. */
  readonly writable: readonly string[]
  readonly rowsEstimated: number
}

/** The gateway's tables are in its working schema; the simulators keep their books in separate schemas beside it. */
const ourSchemas = `(n.nspname = current_schema() or n.nspname like 'simulated\\_%')`

/** As written in a statement, without the schema that contains all the gateway's tables. */
const shownName = `case when n.nspname = current_schema() then format('%I', c.relname)
  else format('%I.%I', n.nspname, c.relname) end`

/**
 * Every table except unlogged ones: those hold what must not outlive a crash (security codes that a payer has typed),
 * and therefore must not be in a backup. The applied migrations are listed separately; leases are of the processes that run now.
 */
export async function listTables(client: Client): Promise<readonly StoredTable[]> {
  const { rows } = await client.query<{
    table: string
    estimated: number
    columns: readonly { name: string; type: string; isWritable: boolean }[]
  }>(
    `select ${shownName} as table, greatest(c.reltuples, 0)::float8 as estimated,
       (select json_agg(json_build_object('name', format('%I', a.attname), 'type', format_type(a.atttypid, a.atttypmod),
          'isWritable', a.attgenerated = '') order by a.attnum)
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where ${ourSchemas} and c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence = 'p'
       and c.relname not in ('schema_migrations', 'leases')
     order by n.nspname <> current_schema(), n.nspname, c.relname`,
  )
  return rows.map(({ table, estimated, columns }) => ({
    table,
    columns: columns.map(({ name, type }) => [name, type] as const),
    writable: columns.filter(({ isWritable }) => isWritable).map(({ name }) => name),
    rowsEstimated: estimated,
  }))
}

/**
 * A sequence is outside every unit of work: read after the rows, it is never behind them. A sequence that has not given
 * a number yet is left out. The gateway's own role may use this query, but may not read the sequence itself.
 */
export async function listSequences(client: Client): Promise<readonly SequenceState[]> {
  const { rows } = await client.query<{ name: string; last_value: string }>(
    `select * from (
       select ${shownName} as name, pg_sequence_last_value(c.oid)::text as last_value
       from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${ourSchemas} and c.relkind = 'S') s
     where last_value is not null order by name`,
  )
  return rows.map(({ name, last_value }) => ({ name, lastValue: last_value }))
}

export async function listMigrations(client: Client): Promise<readonly AppliedMigration[]> {
  const { rows: there } = await client.query(`select to_regclass('schema_migrations') as name`)
  if (!there[0]?.name) return []
  const { rows } = await client.query<AppliedMigration>(
    'select track, name, checksum from schema_migrations order by track, name',
  )
  return rows
}
