// Plans and runs each recorded statement on a distributed database, and undoes it.
import pg from 'pg'
import { type PlanClass, planClassOf, refusedClass, unexplainedClass } from './plan-class.ts'
import type { RecordedStatement } from './recorded-statements.ts'

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
