// Plans and runs each recorded statement on a distributed database, and undoes it.

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import v8 from 'node:v8'
import pg from 'pg'
import { tablePlacements } from '../../src/platform/postgres/cluster/table-placements.ts'

// What was recorded while the tests ran: statements of the gateway, each once, whatever the number of its rows.

interface RecordedStatement {
  /** The file that sends it. */
  readonly source: string
  /** Without line breaks, numbers of parameters, and repeated rows of values. */
  readonly form: string
  readonly examples: readonly { readonly text: string; readonly values: readonly unknown[] }[]
}

/** Plans depend on values, and a few examples show it. */
const examplesMax = 6

/** Simulated outside parties keep their books in tables of their own, which are not distributed. */
const isOfTheGateway = (source: string) =>
  !/\/simulator\/|\/embedded\/|src\/platform\/postgres\/(cluster|migrate)|src\/installation\/backup|\.test\.ts$/.test(
    source,
  )

export function readRecorded(folder: string): readonly RecordedStatement[] {
  const found = new Map<string, { source: string; form: string; examples: { text: string; values: unknown[] }[] }>()
  for (const file of readdirSync(folder))
    for (const line of readFileSync(join(folder, file), 'utf8').split('\n')) {
      if (line === '') continue
      const { text, source, values } = JSON.parse(line) as { text: string; source: string; values: string }
      if (!isOfTheGateway(source) || !/^\s*(select|insert|update|delete|with|merge|declare)\b/i.test(text)) continue
      const form = formOf(text)
      const statement = found.get(form) ?? { source, form, examples: [] }
      found.set(form, statement)
      if (statement.examples.length < examplesMax) statement.examples.push({ text, values: decoded(values) })
    }
  return [...found.values()]
}

export function formOf(text: string): string {
  return text
    .replaceAll(/--[^\n]*/g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\$\d+/g, '$')
    .replaceAll(/\blimit \d+/g, 'limit n')
    .replaceAll(/(\((?:[^()]|\([^()]*\))*\))(?:, ?\1)+/g, (rows, row: string) =>
      row.includes('$') ? `${row}, ...` : rows,
    )
    .trim()
}

function decoded(values: string): unknown[] {
  return (v8.deserialize(Buffer.from(values, 'base64')) as unknown[]).map(withBuffers)
}

/** Bytes come back as plain arrays, which the driver would write otherwise. */
function withBuffers(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value)
  return Array.isArray(value) ? value.map(withBuffers) : value
}

// How a distributed database runs a statement, as its plan says.

interface PlanClass {
  /** One of: one shard, all shards, reference, local; with the number of steps where there are several. */
  readonly name: string
  readonly isRefused: boolean
}

/** `plan` is the text of EXPLAIN. */
export function planClassOf(text: string, plan: string): PlanClass {
  const tasks = [...plan.matchAll(/Task Count: (\d+)/g)].map(([, count]) => Number(count))
  const steps = plan.match(/Distributed Subplan/g)?.length ?? 0
  const where = placeOf(text, tasks)
  const notes = [
    ...(steps > 0 ? [`${steps + 1} steps`] : []),
    ...(/pull to coordinator|repartition/.test(plan) ? ['rows through the entry'] : []),
  ]
  return { name: [where, ...notes].join(', '), isRefused: false }
}

/** It is run in several steps. */
function unexplainedClass(text: string): PlanClass {
  return { name: `${placeOf(text, [])}, several steps`, isRefused: false }
}

function refusedClass(reason: string): PlanClass {
  return { name: `REFUSED ${reason}`, isRefused: true }
}

function placeOf(text: string, tasks: readonly number[]): string {
  if (!distributedTablesOf(text)) return referenceTablesOf(text) ? 'reference' : 'local'
  // A plan without tasks asks nothing: the values exclude every row.
  return Math.max(...tasks, 0) > 1 ? 'all shards' : 'one shard'
}

/** A partition that is named is one of its table. */
const words = (text: string) => new Set((text.match(/\w+/g) ?? []).map((word) => word.replace(/_rest$/, '')))
const named = (text: string, kind: 'DISTRIBUTED' | 'REFERENCE') =>
  [...words(text)].some((word) => tablePlacements.get(word)?.kind === kind)
const distributedTablesOf = (text: string) => named(text, 'DISTRIBUTED')
const referenceTablesOf = (text: string) => named(text, 'REFERENCE')

export interface ReplayedStatement extends RecordedStatement {
  readonly plan: PlanClass
}

/** The values of a test do not fit this empty database; what matters is that the statement is run at all. */
const isAboutData = (code: string) => /^(22|23|40|55P03|57014|P0)/.test(code)

export async function replay(
  connectionString: string,
  statements: readonly RecordedStatement[],
): Promise<readonly ReplayedStatement[]> {
  const replayed: ReplayedStatement[] = []
  let client = await connected(connectionString)
  for (const statement of statements) {
    const plans: PlanClass[] = []
    for (const example of statement.examples) {
      plans.push(await planOf(client, example))
      if (!(await isAlive(client))) client = await connected(connectionString)
    }
    // The worst of its examples: one that is refused, else the longest way.
    const [plan] = plans.toSorted((a, b) => Number(b.isRefused) - Number(a.isRefused) || rank(b) - rank(a))
    if (plan) replayed.push({ ...statement, plan })
  }
  await client.end()
  return replayed
}

const rank = ({ name }: PlanClass) => (name.startsWith('all') ? 100 : 0) + name.length

async function planOf(client: pg.Client, { text, values }: RecordedStatement['examples'][number]): Promise<PlanClass> {
  const query = { text, values: [...values] }
  const refusal = await undone(client, query)
  if (refusal && !isAboutData(refusal.code ?? '')) return refusedClass(`${refusal.code} ${refusal.message}`)
  let plan: string | undefined
  await undone(client, { ...query, text: `explain ${text}` }, (rows) => {
    plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  })
  // Citus runs a few statements that it does not explain.
  return plan === undefined ? unexplainedClass(text) : planClassOf(text, plan)
}

/** Runs a statement and rolls it back; why it failed, if it did. */
async function undone(
  client: pg.Client,
  query: pg.QueryConfig,
  onRows: (rows: readonly Record<string, string>[]) => void = () => {},
): Promise<pg.DatabaseError | undefined> {
  await client.query('begin')
  try {
    onRows((await client.query(query)).rows)
    return undefined
  } catch (error) {
    return error as pg.DatabaseError
  } finally {
    await client.query('rollback').catch(() => undefined)
  }
}

async function connected(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, statement_timeout: 20_000 })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

async function isAlive(client: pg.Client): Promise<boolean> {
  return client.query('select 1').then(
    () => true,
    () => false,
  )
}

// The list of statements as a file: by the file that sends them, each with how a distributed database runs it.

export const statementListFile = resolve(
  import.meta.dirname,
  '../../src/platform/postgres/cluster/distributed-statements.txt',
)

const heading = `# Every statement that the gateway and its commands send, and how a distributed database runs it. Written by
# "npm run statements"; see docs/operating/distributed-postgresql.md.
`
const widthMax = 150

export function statementList(statements: readonly ReplayedStatement[]): string {
  const bySource = [...Map.groupBy(statements, ({ source }) => source)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const sections = bySource.map(([source, members]) => {
    const lines = members.map(({ form, plan }) => `  ${plan.name.padEnd(24)} ${shortened(form)}`)
    return [source, ...new Set(lines.toSorted())].join('\n')
  })
  return `${heading}\n${sections.join('\n\n')}\n`
}

/** A hash stands for the end of a long statement, therefore a change there is seen in review. */
function shortened(form: string): string {
  if (form.length <= widthMax) return form
  const hash = createHash('sha256').update(form).digest('hex').slice(0, 8)
  return `${form.slice(0, widthMax)}... ${hash}`
}
