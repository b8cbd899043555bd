// Gateways as processes of their own, started the way `npm start` does, so that tests can signal, kill and outlive them.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { mkdtemp, realpath } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { findPointer } from '../../../src/platform/postgres/embedded/copy.ts'
import { findPidFile } from '../../../src/platform/postgres/embedded/detect-server.ts'
import { connectionTo, endpointOf } from '../../../src/platform/postgres/embedded/endpoint.ts'
import { clusterLayoutOf } from '../../../src/platform/postgres/embedded/layout.ts'
import { until } from '../checks/poll.ts'
import { type ApiResponse, apiPath, send, verifyBody } from '../clients/client.ts'
import { placeCertificates, testPassword } from './database.ts'
import { startGateway } from './gateway.ts'
import { endProcessesIn, processesIn } from './processes.ts'

export const repository = resolve(import.meta.dirname, '..', '..', '..')

/** What `npm start` gives to Node, from the repository. */
export const startWords = ['bin/run.js', 'src/main.ts'] as const

/** Where `npm test` has put the same program in a few files, which start faster. */
export const bundledGatewayVariable = 'TEST_BUNDLED_GATEWAY'
export const bundledFaultyGatewayVariable = 'TEST_BUNDLED_FAULTY_GATEWAY'

export type Environment = Readonly<Record<string, string>>

export interface SpawnOptions {
  readonly uid?: number
  readonly gid?: number
  /** The repository to run. */
  readonly root?: string
  /** Runs this in place of Node with the main file of this repository. */
  readonly command?: readonly [string, ...string[]]
}

export interface GatewayProcess {
  readonly pid: number
  readonly startedAtMs: number
  readonly stdout: string
  readonly stderr: string
  /** Resolves when the process is gone and everything it printed was read. */
  readonly exited: Promise<Exit>
  readonly hasExited: boolean
  kill(signal: NodeJS.Signals): void
  /** What Ctrl-C in a terminal does: the signal goes to the whole process group. */
  killGroup(signal: NodeJS.Signals): void
}

export interface Exit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** A process that has said that it is ready, and what it said. */
export interface ReadyGateway extends GatewayProcess {
  readonly readyAfterMs: number
  readonly httpUrl: string
  readonly httpsUrl: string
  readonly mtlsUrl: string
  readonly password: string
}

/** Where to send requests, and the password that the sandbox's merchants have there. */
export type GatewayAddress = Pick<ReadyGateway, 'httpUrl' | 'password'>

/** A temporary folder and every process that a test starts in it. */
export interface ProcessSite {
  readonly folder: string
  readonly dataDir: string
  spawn(env?: Environment, options?: SpawnOptions): GatewayProcess
  /** Resolves when the process is ready; fails with all its words when it ends instead. */
  start(env?: Environment, options?: SpawnOptions): Promise<ReadyGateway>
  /** Every living process that belongs here: gateways, database servers and what they have started. */
  processes(): Promise<readonly number[]>
}

/** Something at whose end the rest is cleaned up: a test, or the module `node:test` for a whole file. */
export interface Owner {
  after(clean: () => Promise<void>): void
}

/** Everything of the site is gone when the test is over, and no response has broken the contract. */
export async function makeSite(owner: Owner): Promise<ProcessSite> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'tg-')))
  const ownDataDir = join(folder, 'data')
  const dataDirs = new Set([ownDataDir])
  const started: GatewayProcess[] = []

  // Root without user namespaces keeps the database elsewhere, where another user can reach it.
  const folders = async () => {
    const pointers = await Promise.all([...dataDirs].map((dataDir) => findPointer(dataDir).catch(() => undefined)))
    return [folder, ...pointers.flatMap((pointer) => (pointer ? [pointer.home] : []))]
  }
  const site: ProcessSite = {
    folder,
    dataDir: ownDataDir,
    spawn(env = {}, options = {}) {
      const { TOLLGATE_DATA_DIR: dataDir = ownDataDir } = env
      dataDirs.add(dataDir)
      const gateway = spawnGateway({ ...env, TOLLGATE_DATA_DIR: dataDir }, options)
      started.push(gateway)
      return gateway
    },
    async start(env = {}, options = {}) {
      // One that makes its own database makes its own certificates, too.
      if (env['DATABASE_URL']) await placeCertificates(env['TOLLGATE_DATA_DIR'] ?? ownDataDir)
      return untilReady(site.spawn(env, options))
    },
    processes: async () => processesIn(...(await folders())),
  }
  owner.after(async () => {
    for (const each of started) each.kill('SIGKILL')
    const left = await folders()
    await endProcessesIn(...left)
    await Promise.all(started.map(({ exited }) => exited))
    // One call for each of thousands of files would take seven times as long.
    for (const each of left) rmSync(each, { recursive: true, force: true })
    const lines = started.flatMap(({ stdout, stderr }) => `${stdout}\n${stderr}`.split('\n'))
    const broken = lines.filter((line) => line.includes('breaks the contract'))
    assert.deepEqual(broken, [], 'answers broke the contract')
  })
  return site
}

/**
 * A gateway on the same database as processes that are killed or paused. It runs in the test's own process, which is one
 * more process to the others and costs a fifth of starting one.
 */
export async function startBeside(
  owner: Owner,
  database: string,
  overrides: Record<string, string> = {},
): Promise<GatewayAddress> {
  const { listeners, stop } = await startGateway(overrides, database)
  owner.after(stop)
  return { httpUrl: listeners.httpUrl ?? assert.fail('the sandbox has plain HTTP'), password: testPassword }
}

/** What Node is given for a gateway of this repository: the bundle where `npm test` has made one, else the sources. */
export function gatewayWords(): readonly string[] {
  const bundled = process.env[bundledGatewayVariable]
  return bundled ? [bundled] : startWords
}

/** The same for a gateway one of whose steps fails; see faults-in-steps.ts. */
export function faultyGatewayWords(): readonly string[] {
  const bundled = process.env[bundledFaultyGatewayVariable]
  return bundled ? [bundled] : ['bin/run.js', 'test/support/gateway/faulty-gateway.ts']
}

function spawnGateway(env: Environment, options: SpawnOptions): GatewayProcess {
  const { root = repository, command = [process.execPath, ...gatewayWords()], ...user } = options
  const [program, ...words] = command
  const startedAtMs = performance.now()
  const child = spawn(program, words, {
    ...user,
    cwd: root,
    // A group of its own, so that a signal to the group is one to the gateway and not to the tests.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    // Nothing of the developer's own settings: a DATABASE_URL, say.
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      TOLLGATE_HTTPS_PORT: '0',
      TOLLGATE_MTLS_PORT: '0',
      TOLLGATE_HTTP_PORT: '0',
      TOLLGATE_CARD_HOST_PORT: '0',
      TOLLGATE_CHECK_ANSWERS: 'true',
      ...env,
    },
  })
  const printed = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      printed[name] += text
    })
  }
  let hasExited = false
  const exited = once(child, 'close').then(([code, signal]): Exit => {
    hasExited = true
    return { code, signal }
  })
  const pid = child.pid ?? assert.fail(`${program} could not be started`)
  return {
    pid,
    startedAtMs,
    get stdout() {
      return printed.stdout
    },
    get stderr() {
      return printed.stderr
    },
    exited,
    get hasExited() {
      return hasExited
    },
    kill(signal) {
      child.kill(signal)
    },
    killGroup(signal) {
      process.kill(-pid, signal)
    },
  }
}

/** Waits for the log line, which comes last; the addresses are in the printed text. */
export async function untilReady(started: GatewayProcess): Promise<ReadyGateway> {
  const isReady = () => started.stdout.includes('"msg":"ready"')
  await until(() => isReady() || started.hasExited, 'the gateway is ready')
  assert.ok(isReady(), `the gateway ended before it was ready:\n${started.stdout}\n${started.stderr}`)
  const readyAfterMs = performance.now() - started.startedAtMs
  const find = (pattern: RegExp) => pattern.exec(started.stdout)?.[1] ?? assert.fail(`no ${pattern} in the welcome`)
  const printed = {
    readyAfterMs,
    httpUrl: find(/API, plain +(http:\S+)\/api\/rest/),
    httpsUrl: find(/API +(https:\S+)\/api\/rest/),
    mtlsUrl: find(/Certificates +(https:\S+)\/api\/rest/),
    password: find(/Password +(\S+)/),
  }
  // Not copied by spreading: what was printed and whether it has ended are read each time.
  return Object.assign(Object.create(started) as GatewayProcess, printed)
}

/** How the process ended; fails when it does not. */
export async function exitOf(gateway: GatewayProcess): Promise<Exit> {
  await until(() => gateway.hasExited, `process ${gateway.pid} has ended`)
  return await gateway.exited
}

/** The printed test card, or another, verified on a gateway's plain listener. */
export function verifyOn(
  { httpUrl, password }: GatewayAddress,
  { orderId, transactionId = '1', body = verifyBody() }: { orderId: string; transactionId?: string; body?: object },
): Promise<ApiResponse> {
  const path = apiPath(`/order/${orderId}/transaction/${transactionId}`)
  return send(httpUrl, { method: 'PUT', path, body, login: `merchant.TESTMERCHANT:${password}` })
}

export function retrieveFrom({ httpUrl, password }: GatewayAddress, rest: string): Promise<ApiResponse> {
  return send(httpUrl, { path: apiPath(rest), login: `merchant.TESTMERCHANT:${password}` })
}

/** The server that runs in a data folder: its process, and how to connect to it. */
export async function embeddedServer(dataDir: string): Promise<{ pid: number; connection: pg.ClientConfig }> {
  const pointer = await findPointer(dataDir)
  const layout = clusterLayoutOf({ dataDir, home: pointer?.complete ? pointer.home : dataDir })
  const file = (await findPidFile(layout.cluster)) ?? assert.fail(`no database server runs in ${dataDir}`)
  return { pid: file.pid, connection: connectionTo(await endpointOf(file, layout)) }
}

export interface HeldAcquirer {
  /** How many requests wait for the acquirer's response at this moment. */
  waiting(): Promise<number>
  release(): Promise<void>
}

/**
 * Keeps the simulated acquirer from writing into its books: a gateway that asks it has recorded the attempt and waits for the
 * answer, until released. Its books can be read all the while.
 */
export async function holdAcquirer(owner: Owner, connection: pg.ClientConfig): Promise<HeldAcquirer> {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  let released: Promise<void> | undefined
  const release = () => {
    // Closing the connection ends the unit of work, and with it the lock.
    released ??= client.end()
    return released
  }
  owner.after(release)
  await client.query('begin')
  await client.query('lock table simulated_acquirer.book in share mode')
  return {
    async waiting() {
      const { rows } = await client.query<{ waiting: number }>(
        `select count(*)::int as waiting from pg_locks
         where relation = 'simulated_acquirer.book'::regclass and not granted
           and database = (select oid from pg_database where datname = current_database())`,
      )
      return rows[0]?.waiting ?? 0
    },
    release,
  }
}
