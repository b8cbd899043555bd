// Two database servers of one cluster, of which one is a synchronous standby of the other. The embedded package has no tool
// for copying a running server, so that the standby is copied between the two calls of PostgreSQL's own interface.
import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../../src/platform/postgres/embedded/index.ts'
import { until } from '../checks/poll.ts'
import { isAlive } from './embedded-kit.ts'
import { embeddedServer, type Owner } from './process.ts'

export type ServerName = 'first' | 'second'

export interface ReplicatedServers {
  /** Names both servers. */
  readonly databaseUrl: string
  kill(name: ServerName): Promise<void>
  /** All of its processes stand still: its lines are silent, as behind a firewall. */
  suspend(name: ServerName): Promise<void>
  /** A suspended server goes on with whatever it was doing. */
  resume(name: ServerName): Promise<void>
  /** An orderly end, as for maintenance. */
  stop(name: ServerName): Promise<void>
  /** As what it was when it ended. */
  start(name: ServerName): Promise<void>
  /** The standby becomes the primary. */
  promote(name: ServerName): Promise<void>
  /** A server that is down becomes a standby of the other, without anything that it had, and confirms. */
  rebuild(name: ServerName): Promise<void>
  query<Row extends object>(name: ServerName, text: string): Promise<readonly Row[]>
}

const otherOf = (name: ServerName): ServerName => (name === 'first' ? 'second' : 'first')
/** Files of the server itself, which a copy must not have. */
const ofServer = ['postmaster.pid', 'postmaster.opts', 'pg_wal']

export async function startReplicatedServers(owner: Owner, folder: string): Promise<ReplicatedServers> {
  const folders = { first: join(folder, 'first'), second: join(folder, 'second') }
  const settings: Record<ServerName, Record<string, string>> = { first: {}, second: {} }
  const running = new Map<ServerName, Awaited<ReturnType<typeof startEmbeddedPostgres>>>()
  const connectionOf = (name: ServerName) =>
    running.get(name)?.connection ?? Promise.reject(new Error(`the ${name} server is down`))

  const start = async (name: ServerName) => {
    running.set(name, await startEmbeddedPostgres({ dataDir: folders[name], settings: settings[name] }))
  }

  async function on<Result>(name: ServerName, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
    const client = new pg.Client({ ...(await connectionOf(name)), ssl: false })
    client.on('error', () => {})
    await client.connect()
    try {
      return await work(client)
    } finally {
      await client.end()
    }
  }
  const query = <Row extends object>(name: ServerName, text: string) =>
    on(name, async (client) => (await client.query<Row>(text)).rows)

  async function rebuild(name: ServerName): Promise<void> {
    const primary = otherOf(name)
    await rm(folders[name], { recursive: true, force: true })
    await on(primary, async (client) => {
      await client.query(`select pg_backup_start('${name}', true)`)
      await cp(folders[primary], folders[name], {
        recursive: true,
        verbatimSymlinks: true,
        filter: (source) => !ofServer.includes(basename(source)) && !source.includes('pg-socket'),
      })
      const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
      const cluster = join(folders[name], 'pg18')
      await cp(join(folders[primary], 'pg18', 'pg_wal'), join(cluster, 'pg_wal'), { recursive: true })
      await writeFile(join(cluster, 'backup_label'), rows[0]?.labelfile ?? '')
      await writeFile(join(cluster, 'standby.signal'), '')
    })
    const { host, port, user, password } = await connectionOf(primary)
    const secret = password === undefined ? '' : ` password=${password}`
    const primary_conninfo = `host=${host} port=${port} user=${user}${secret} application_name=${name}`
    settings[name] = { primary_conninfo }
    await start(name)
    await untilConfirming(primary)
  }

  const untilConfirming = (primary: ServerName) =>
    until(
      async () => (await query(primary, `select 1 from pg_stat_replication where sync_state = 'quorum'`)).length === 1,
      'the standby confirms',
    )

  await start('first')
  owner.after(async () => {
    for (const server of running.values()) await server.stop()
  })
  await query('first', `alter system set synchronous_standby_names = 'ANY 1 (*)'`)
  await query('first', 'select pg_reload_conf()')
  await rebuild('second')
  const [first, second] = [await connectionOf('first'), await connectionOf('second')]
  const { user, password, database } = first
  const login = password === undefined ? user : `${user}:${encodeURIComponent(password)}`
  const hosts = [first.host, second.host].map(encodeURIComponent).join()
  return {
    databaseUrl: `postgresql://${login}@localhost/${database}?host=${hosts}&port=${first.port},${second.port}`,
    start,
    query,
    rebuild,
    async kill(name) {
      const { pid } = await embeddedServer(folders[name])
      process.kill(pid, 'SIGKILL')
      running.delete(name)
      await until(async () => !(await isAlive(pid)), 'the server is gone')
    },
    async suspend(name) {
      await signalAll((await embeddedServer(folders[name])).pid, 'SIGSTOP')
    },
    async resume(name) {
      await signalAll((await embeddedServer(folders[name])).pid, 'SIGCONT')
    },
    async stop(name) {
      await running.get(name)?.stop()
      running.delete(name)
    },
    async promote(name) {
      await query(name, 'select pg_promote()')
      settings[name] = {}
    },
  }
}

/** Each process of a server has a group of its own, so that there is no one to signal. The parent first: it starts no others then. */
async function signalAll(pid: number, signal: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
  process.kill(pid, signal)
  const task = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  for (const child of task.split(' ').filter((text) => text !== '')) process.kill(Number(child), signal)
}
