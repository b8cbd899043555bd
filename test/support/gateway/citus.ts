// Tests on a distributed database: TEST_CITUS names the nodes of a running cluster of Citus, the coordinator first, as
// connection strings between commas. Each test database is one on every node.
import pg from 'pg'
import { omitUndefined } from '../../../src/kernel/omit-undefined.ts'
import { distributeTables } from '../../../src/platform/postgres/cluster/distribute.ts'
import { initCluster } from '../../../src/platform/postgres/cluster/manage-nodes.ts'
import {
  type MerchantDatabases,
  onOneDatabase,
  onSeveralDatabases,
} from '../../../src/platform/postgres/cluster/merchant-databases.ts'
import type { Database } from '../../../src/platform/postgres/database.ts'

/** Few: every query across merchants goes to each of them. */
const shardCount = 4

export function citusNodes(): readonly URL[] {
  return (process.env['TEST_CITUS'] ?? '').split(',').flatMap((url) => (url === '' ? [] : [new URL(url)]))
}

/** Migrated and seeded once, and copied for each test file. */
export const templateName = 'tollgate_template'

/** Tests on one PostgreSQL, as usual. */
export const withoutCluster = citusNodes().length === 0

/** Why a test of what only one server has, or does in this way, is skipped on a cluster. */
export const oneServerOnly = withoutCluster ? false : 'on a cluster: is about a database on one server'

/** For stores that are opened on a database of a test. */
export function merchantDatabasesOf(database: Database): MerchantDatabases {
  if (withoutCluster) return onOneDatabase(database)
  return onSeveralDatabases({ of: () => database, any: database, ownerOf: async () => undefined })
}

/** In the form of the embedded server's connection. */
export function citusConnection() {
  const [coordinator] = citusNodes()
  if (!coordinator) return undefined
  const { hostname: host, port, username, password, pathname } = coordinator
  const database = pathname.slice(1) || 'postgres'
  return { host, port: Number(port || 5432), user: username, database, ...(password !== '' && { password }) }
}

export async function onEachNode(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  for (const node of citusNodes()) {
    const client = new pg.Client({ connectionString: node.href })
    await client.connect()
    try {
      await work(client)
    } finally {
      await client.end()
    }
  }
}

/** The databases of this name on all nodes; where there is no cluster, the one given. */
export function nodeUrlsOf(connectionString: string): readonly string[] {
  if (withoutCluster) return [connectionString]
  const { pathname } = new URL(connectionString)
  return citusNodes().map((node) => {
    const url = new URL(node)
    url.pathname = pathname
    return url.href
  })
}

const lockWaits = `from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

/** How many connections wait for a lock of another one: on a cluster they do so on the node that has the row. */
export async function countLockWaits(connectionString: string): Promise<number> {
  return (await queryNodesOf(connectionString, `select ${lockWaits}`)).length
}

/** Ends the connections that wait for a lock. */
export async function endLockWaits(connectionString: string): Promise<void> {
  await queryNodesOf(connectionString, `select pg_terminate_backend(pid) ${lockWaits}`)
}

async function queryNodesOf(connectionString: string, text: string): Promise<readonly object[]> {
  const found: object[] = []
  for (const url of nodeUrlsOf(connectionString)) {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      found.push(...(await client.query(text)).rows)
    } finally {
      await client.end()
    }
  }
  return found
}

/** Makes a cluster of the databases of one name on all nodes. */
export async function makeCluster(database: Database, databaseUrl: string): Promise<void> {
  const [coordinator, ...workers] = citusNodes().map(({ hostname: host, port }) => ({
    host,
    port: Number(port || 5432),
  }))
  if (!coordinator) throw new Error('TEST_CITUS names no node')
  await initCluster(database, { databaseUrl, coordinator, workers })
}

export async function distributeTemplate(database: Database): Promise<void> {
  await distributeTables(database, { shardCount })
}

/** A database can be copied while there is no connection to it; Citus keeps one for its own work. */
export async function endConnectionsTo(name: string): Promise<void> {
  await onEachNode((client) =>
    client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]),
  )
}

/** False while a gateway or a test is connected to it. */
export async function dropUnused(name: string): Promise<boolean> {
  let users = 0
  await onEachNode(async (client) => {
    const { rowCount } = await client.query(
      `select from pg_stat_activity
       where datname = $1 and backend_type = 'client backend' and application_name not like 'citus%'`,
      [name],
    )
    users += rowCount ?? 0
  })
  if (users > 0) return false
  await endPreparedTransactions(name)
  await onEachNode((client) => client.query(`drop database if exists ${name} with (force)`))
  return true
}

/** What a node that was stopped has left is completed by Citus within minutes, and a database that has some cannot be dropped. */
async function endPreparedTransactions(name: string): Promise<void> {
  await onEachNode(async (node) => {
    const { rows } = await node.query<{ gid: string }>('select gid from pg_prepared_xacts where database = $1', [name])
    if (rows.length === 0) return
    const { host, port, user, password } = node
    const client = new pg.Client({
      host,
      port,
      database: name,
      ...omitUndefined({ user, password: password ?? undefined }),
    })
    await client.connect()
    for (const { gid } of rows) await client.query(`rollback prepared ${pg.escapeLiteral(gid)}`)
    await client.end()
  })
}

/** Gives the URL of a copy of the template of the last test run, which the cluster keeps. */
export async function onTemplateCopy<T>(work: (url: string) => Promise<T>): Promise<T> {
  const name = 'tollgate_statements'
  const drop = () => onEachNode((client) => client.query(`drop database if exists ${name} with (force)`))
  await drop()
  await endConnectionsTo(templateName)
  await onEachNode((client) => client.query(`create database ${name} template ${templateName}`))
  const [coordinator] = citusNodes()
  const url = new URL(coordinator?.href ?? '')
  url.pathname = `/${name}`
  try {
    return await work(url.href)
  } finally {
    await drop()
  }
}
