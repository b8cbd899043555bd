// Tables in partitions by month: creates the months to come, and drops those that are over for as long as retention says. The gateway's
// role owns no table: both are done by functions of the schema that belong to the owner. What has no month is in the partition
// "rest", therefore a month that could not be created stops nothing.
import { type Database, inUnitOfWork } from './database.ts'
import { tryHoldLease } from './leases.ts'

export interface MonthPartition {
  readonly table: string
  readonly partition: string
  /** Such as 2026-11, in UTC. */
  readonly month: string
}

/** Tables that are dropped together, month by month. */
interface MonthTables {
  /** Named in drop_month_partition. */
  readonly first: string
  readonly tables: readonly string[]
  readonly timeColumn: string
}

export const messageMonths: MonthTables = {
  first: 'exchanged_messages',
  tables: ['exchanged_messages'],
  timeColumn: 'sent_at',
}

export const deliveryMonths: MonthTables = {
  first: 'deliveries',
  tables: ['deliveries', 'delivery_attempts'],
  timeColumn: 'created_at',
}

/** Retention runs every few minutes; these are there should no gateway with the right to create months run for weeks. */
const monthsAhead = 2

/**
 * All nodes and shards change in one unit of work. Whoever waits for the lock of a table makes all that come later wait, too, therefore
 * it gives up soon, and the next run tries again.
 */
const begin = `begin; set local lock_timeout = '1s'; set local statement_timeout = 0;
  set local idle_in_transaction_session_timeout = 0; set local citus.multi_shard_modify_mode = 'sequential'`

/** In the order of time. */
export async function listMonths(
  database: Pick<Database, 'query'>,
  tables: readonly string[],
): Promise<readonly MonthPartition[]> {
  const { rows } = await database.query<{ table: string; partition: string }>(
    `select p.relname as table, c.relname as partition from pg_inherits i
     join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
     where p.oid = any ($1::text[]::regclass[]) and c.relname ~ '_\\d{4}_\\d{2}$' order by right(c.relname, 7), p.relname`,
    [tables],
  )
  return rows.map((row) => ({ ...row, month: row.partition.slice(-7).replace('_', '-') }))
}

/** Returns the names of the months that were created and dropped. */
export async function keepMonths(
  database: Database,
  { first, tables, timeColumn }: MonthTables,
  { now, before }: { readonly now: Date; readonly before: Date },
): Promise<{ readonly created: readonly string[]; readonly dropped: readonly string[] }> {
  const present = await listMonths(database, tables)
  const isOver = (month: string) => startOf(month, 1) <= before
  const due = new Set(present.map(({ month }) => month).filter(isOver))
  const wanted = [
    ...Array.from({ length: monthsAhead + 1 }, (_, each) => monthOf(now, each)),
    ...(await monthsInRest(database, { first, timeColumn })),
  ].filter((month) => !isOver(month))
  const isPresent = (table: string, month: string) =>
    present.some((partition) => partition.table === table && partition.month === month)
  const missing = new Set(wanted.filter((month) => !tables.every((table) => isPresent(table, month))))
  const done = { created: [] as string[], dropped: [] as string[] }
  for (const month of missing)
    if (
      await change(
        database,
        tables.map((table) => createText(table, month)),
      )
    )
      done.created.push(month)
  for (const month of due)
    if (await change(database, [[dropText, [first, dateOf(month), before]]])) done.dropped.push(month)
  return done
}

/** One sentence for each thing that will keep retention from working, or from leaving no dead rows. */
export async function findMonthProblems(database: Database, now: Date): Promise<readonly string[]> {
  const problems: string[] = []
  const { rows } = await database.query<{ is_permitted: boolean }>(
    `select has_function_privilege('create_month_partition(text, date)', 'execute')
       and has_function_privilege('drop_month_partition(text, date, timestamptz)', 'execute') as is_permitted`,
  )
  if (!rows[0]?.is_permitted) problems.push('the role may not create and drop months')
  const tables = [...messageMonths.tables, ...deliveryMonths.tables]
  const present = new Set((await listMonths(database, tables)).map(({ table, month }) => `${table} ${month}`))
  for (const month of [monthOf(now, 0), monthOf(now, 1)]) {
    const missing = tables.filter((table) => !present.has(`${table} ${month}`))
    if (missing.length > 0) problems.push(`no ${month} of ${missing.join(', ')}`)
  }
  return problems
}

/** Rows of months that are to be kept: their month was missing when they were written, or they come from an import. */
async function monthsInRest(
  database: Database,
  { first, timeColumn }: Pick<MonthTables, 'first' | 'timeColumn'>,
): Promise<readonly string[]> {
  const { rows } = await database.query<{ month: string }>(
    `select to_char(${timeColumn} at time zone 'UTC', 'YYYY-MM') as month from ${first}_rest group by 1 order by 1`,
  )
  return rows.map(({ month }) => month).filter((month) => month.length === 7)
}

type Change = readonly [text: string, values: unknown[]]

const dropText = 'select drop_month_partition($1, $2::date, $3)'

const createText = (table: string, month: string): Change => [
  'select create_month_partition($1, $2::date)',
  [table, dateOf(month)],
]

/** False while another process does it. */
function change(database: Database, changes: readonly Change[]): Promise<boolean> {
  return inUnitOfWork(
    database,
    async (client) => {
      if (!(await tryHoldLease(client, 'month partitions'))) return false
      for (const [text, values] of changes) await client.query(text, values)
      return true
    },
    { begin, isLong: true },
  )
}

const dateOf = (month: string) => `${month}-01`

function startOf(month: string, monthsLater = 0): Date {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + monthsLater))
}

function monthOf(time: Date, monthsLater: number): string {
  return new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + monthsLater)).toISOString().slice(0, 7)
}
