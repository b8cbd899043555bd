// Looks for secrets wherever a gateway leaves traces: tables, data files, write-ahead log, log lines, answers.
import { glob, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'

/** Spellings in which an account number would be found: as it is, grouped, backwards, as hex, as base64 at any offset. */
export function spellingsOf(number: string): readonly string[] {
  const bytes = Buffer.from(number)
  const base64 = [0, 1, 2].map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64')
    // What depends on the neighbours before and after is left out.
    const whole = Math.floor(((offset + bytes.length) * 8) / 6)
    return text.slice(Math.ceil((offset * 8) / 6), whole)
  })
  const grouped = [' ', '-'].map((separator) => number.replaceAll(/\d{4}(?=\d)/g, `$&${separator}`))
  const hex = bytes.toString('hex')
  return [number, [...number].toReversed().join(''), ...grouped, hex, hex.toUpperCase(), ...base64]
}

/** Every value of a JSON document that stands for itself: texts, numbers, and the names of members. */
export function* leavesOf(value: unknown): Iterable<string> {
  if (Array.isArray(value)) for (const item of value) yield* leavesOf(item)
  else if (typeof value === 'object' && value !== null)
    for (const [name, member] of Object.entries(value)) {
      yield name
      yield* leavesOf(member)
    }
  else if (value !== null && value !== undefined) yield String(value)
}

export interface Trace {
  readonly where: string
  readonly bytes: Buffer
}

/** Every table of every schema, as COPY writes it, and every row as JSON. */
export async function tablesOf(database: pg.ClientConfig): Promise<{ copies: Trace[]; rows: [string, unknown][] }> {
  return withClient(database, async (client) => {
    const folder = (await client.query('show data_directory')).rows[0].data_directory as string
    const { rows: tables } = await client.query<{ name: string }>(
      // The rows of a partitioned table are in its partitions.
      `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema')`,
    )
    const copies: Trace[] = []
    const rows: [string, unknown][] = []
    for (const { name } of tables) {
      const file = join(folder, `canary-${process.pid}.copy`)
      await client.query(`copy ${name} to '${file}'`)
      copies.push({ where: `table ${name}`, bytes: await readFile(file) })
      await rm(file)
      const { rows: documents } = await client.query(`select to_jsonb(t) as row from ${name} t`)
      for (const { row } of documents) rows.push([`table ${name}`, row])
    }
    return { copies, rows }
  })
}

/** Where the write-ahead log of the server has got to: the name of its segment. */
export function walSegmentOf(database: pg.ClientConfig): Promise<string> {
  return withClient(database, async (client) => {
    const { rows } = await client.query('select pg_walfile_name(pg_current_wal_insert_lsn()) as name')
    return rows[0].name as string
  })
}

/**
 * The write-ahead log, then the files of the database after everything was written to them. The log is that of the whole
 * server: with a segment, only what was written from there on, by whichever test.
 */
export async function* filesOf(database: pg.ClientConfig, firstSegment?: string): AsyncIterable<Trace> {
  const { folder, oid, last } = await withClient(database, async (client) => {
    // The switch also writes out what is still in memory.
    const { rows } = await client.query(
      `select current_setting('data_directory') as folder, oid::text, pg_walfile_name(pg_switch_wal()) as last
       from pg_database where datname = current_database()`,
    )
    return rows[0] as { folder: string; oid: string; last: string }
  })
  const segments = await readdir(join(folder, 'pg_wal'))
  // The server gives segments that it needs no more new names and keeps what is in them: then all have to be searched.
  const isWanted = (segment: string) =>
    firstSegment === undefined || !segments.includes(firstSegment) || (segment >= firstSegment && segment <= last)
  const wanted = new Set(segments.filter(isWanted).map((segment) => join('pg_wal', segment)))
  yield* readAll(folder, ['pg_wal/*'], (file) => wanted.has(file))
  // It renames segments, too, so that it comes after the search of them.
  await withClient(database, (client) => client.query('checkpoint'))
  yield* readAll(folder, ['global/*', `base/${oid}/*`, '../*.log'])
}

async function* readAll(
  folder: string,
  patterns: readonly string[],
  isWanted: (file: string) => boolean = () => true,
): AsyncIterable<Trace> {
  for await (const file of glob(patterns, { cwd: folder })) {
    if (!isWanted(file)) continue
    const bytes = await readFile(join(folder, file)).catch(() => undefined)
    if (bytes) yield { where: file, bytes }
  }
}

async function withClient<T>(database: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(database)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
