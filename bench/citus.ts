// PAY of 50 merchants on a distributed database against one server, in one run: `TEST_CITUS=<URL of the coordinator>` names a
// cluster whose database is migrated and distributed; a database for comparison is made on the coordinator's server.
import pg from 'pg'
import type { LoadFigures } from './load.ts'
import { table } from './measure.ts'
import { paymentBody, rootOf } from './payments.ts'
import { type BenchGateway, load, password, startGateway } from './servers.ts'

const merchantCount = 50
const connectionCounts = [64, 512]
const rounds = 3
const [seconds, warmUpSeconds] = [5, 2]
const plainName = 'tollgate_bench_plain'

export async function benchCitus(): Promise<void> {
  const clusterUrl = process.env['TEST_CITUS']
  if (!clusterUrl) return console.log('\nA distributed database: skipped, since TEST_CITUS names no cluster.')
  const plainUrl = await makePlain(clusterUrl)
  const environment = {
    BENCH_MERCHANTS: String(merchantCount),
    // The number of refused requests is not what is compared here.
    TOLLGATE_OVERLOAD_DELAY_MS: '60000',
  }
  const plain = await startGateway({ ...environment, DATABASE_URL: plainUrl })
  const cluster = await startGateway({ ...environment, DATABASE_URL: clusterUrl })
  const nodes = await openNodes(clusterUrl)
  try {
    for (const gateway of [plain, cluster]) await pay(gateway, 64)
    for (const connections of connectionCounts) await compare(connections, { plain, cluster, nodes })
  } finally {
    await Promise.all([plain.stop(), cluster.stop(), ...nodes.map((node) => node.end())])
  }
}

interface Compared {
  readonly plain: BenchGateway
  readonly cluster: BenchGateway
  readonly nodes: readonly pg.Client[]
}

async function compare(connections: number, { plain, cluster, nodes }: Compared): Promise<void> {
  const measured: { plain: LoadFigures; cluster: LoadFigures }[] = []
  const before = await remoteCommands(nodes)
  let payments = 0
  for (let round = 0; round < rounds; round += 1) {
    const figures = { plain: await pay(plain, connections), cluster: await pay(cluster, connections) }
    payments += figures.cluster.statuses['201'] ?? 0
    measured.push(figures)
  }
  const after = await remoteCommands(nodes)
  const each = (count: (from: RemoteCommands) => number) => (count(after) - count(before)) / payments
  table(`PAY of ${merchantCount} merchants at ${connections} connections, payments a second`, [
    ...measured.map(({ plain: one, cluster: many }, index) => ({
      round: index + 1,
      'one server': one.perSecond,
      p99: one.p99Ms,
      cluster: many.perSecond,
      'p99 ': many.p99Ms,
      ratio: many.perSecond / one.perSecond,
    })),
  ])
  console.log(
    `\nRemote commands on the tables of a payment: ${each(({ onMoney }) => onMoney).toFixed(3)} a payment, ` +
      `prepared transactions ${each(({ prepared }) => prepared).toFixed(3)} (jobs included)`,
  )
}

let runs = 0

async function pay(gateway: BenchGateway, connections: number): Promise<LoadFigures> {
  runs += 1
  const figures = await load({
    port: gateway.port,
    connections,
    seconds,
    warmUpSeconds,
    method: 'PUT',
    path: `${rootOf('BENCH@')}/order/citus-${process.pid}-${runs}-#/transaction/1`,
    merchants: { count: merchantCount, user: 'merchant.BENCH@', password },
    body: paymentBody,
  })
  if (Object.keys(figures.statuses).some((status) => status !== '201'))
    throw new Error(`not valid: ${JSON.stringify(figures.statuses)}`)
  return figures
}

interface RemoteCommands {
  readonly onMoney: number
  readonly prepared: number
}

/** Statements that another node sent, by their text: they name shards. Counted by pg_stat_statements, where it is installed. */
async function remoteCommands(nodes: readonly pg.Client[]): Promise<RemoteCommands> {
  const counts = await Promise.all(
    nodes.map(async (node) => {
      const { rows } = await node.query<{ on_money: number; prepared: number }>(
        `select coalesce(sum(calls) filter (where query ~ '\\m(orders|transactions|events|outbox)_\\d{6}'), 0)::int as on_money,
           coalesce(sum(calls) filter (where query ~* '^prepare transaction'), 0)::int as prepared
         from pg_stat_statements where dbid = (select oid from pg_database where datname = current_database())`,
      )
      return rows[0] ?? { on_money: 0, prepared: 0 }
    }),
  )
  return {
    onMoney: counts.reduce((sum, { on_money }) => sum + on_money, 0),
    prepared: counts.reduce((sum, { prepared }) => sum + prepared, 0),
  }
}

async function openNodes(clusterUrl: string): Promise<readonly pg.Client[]> {
  const coordinator = await connected(clusterUrl)
  await coordinator.query('create extension if not exists pg_stat_statements')
  const { rows } = await coordinator.query<{ host: string; port: number }>(
    `select nodename as host, nodeport as port from pg_dist_node where noderole = 'primary' and groupid <> 0`,
  )
  const workers = rows.map(({ host, port }) => {
    const url = new URL(clusterUrl)
    url.hostname = host
    url.port = String(port)
    return connected(url.href)
  })
  return [coordinator, ...(await Promise.all(workers))]
}

async function makePlain(clusterUrl: string): Promise<string> {
  const client = await connected(clusterUrl)
  await client.query(`drop database if exists ${plainName} with (force)`)
  await client.query(`create database ${plainName}`)
  await client.end()
  const url = new URL(clusterUrl)
  url.pathname = `/${plainName}`
  return url.href
}

async function connected(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  return client
}
