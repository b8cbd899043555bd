// Gateways as processes of their own, started the way `npm start` does, so that tests can signal, kill and outlive them.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, readlink, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { findPointer } from '../../src/adapters/postgres/embedded/copy.ts'
import { connectionTo, endpointOf } from '../../src/adapters/postgres/embedded/endpoint.ts'
import { placeOf } from '../../src/adapters/postgres/embedded/layout.ts'
import { findPidFile } from '../../src/adapters/postgres/embedded/pid-file.ts'
import { type Answer, apiPath, send, verifyBody } from './client.ts'
import { isAlive, until } from './embedded-kit.ts'

export const repository = resolve(import.meta.dirname, '..', '..')

export type Environment = Readonly<Record<string, string>>

export interface SpawnOptions {
  readonly uid?: number
  readonly gid?: number
  /** The repository to run, and the Node to run it with. */
  readonly root?: string
  readonly node?: string
  /** Runs this in place of Node with the main file. */
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

/** A temporary folder and every process that a test starts in it. */
export interface Site {
  readonly folder: string
  readonly dataDir: string
  spawn(env?: Environment, options?: SpawnOptions): GatewayProcess
  /** Resolves when the process is ready; fails with all its words when it ends instead. */
  start(env?: Environment, options?: SpawnOptions): Promise<ReadyGateway>
}

/** Everything of the site is gone when the test is over, and no answer has broken the contract. */
export async function makeSite(owner: { after(clean: () => Promise<void>): void }): Promise<Site> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'tg-')))
  const dataDir = join(folder, 'data')
  const processes: GatewayProcess[] = []
  owner.after(async () => {
    for (const each of processes) each.kill('SIGKILL')
    const folders = await foldersOf(folder)
    for (const each of folders) await endProcessesOf(each)
    await Promise.all(processes.map(({ exited }) => exited))
    for (const each of folders) await rm(each, { recursive: true, force: true })
    const lines = processes.flatMap(({ stdout, stderr }) => `${stdout}\n${stderr}`.split('\n'))
    const broken = lines.filter((line) => line.includes('breaks the contract'))
    assert.deepEqual(broken, [], 'answers broke the contract')
  })
  const site: Site = {
    folder,
    dataDir,
    spawn(env, options) {
      const started = spawnGateway({ TOLLGATE_DATA_DIR: dataDir, ...env }, options)
      processes.push(started)
      return started
    },
    start: (env, options) => ready(site.spawn(env, options)),
  }
  return site
}

function spawnGateway(env: Environment, options: SpawnOptions = {}): GatewayProcess {
  const { root = repository, node = process.execPath, command = [node, 'src/main.ts'], ...user } = options
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

/** Waits for the log line, which comes last; the addresses are in what a person reads. */
async function ready(started: GatewayProcess): Promise<ReadyGateway> {
  const isReady = () => started.stdout.includes('"msg":"ready"')
  await until(() => isReady() || started.hasExited, 'the gateway is ready')
  assert.ok(isReady(), `the gateway ended before it was ready:\n${started.stdout}\n${started.stderr}`)
  const readyAfterMs = performance.now() - started.startedAtMs
  const find = (pattern: RegExp) => pattern.exec(started.stdout)?.[1] ?? assert.fail(`no ${pattern} in the welcome`)
  const told = {
    readyAfterMs,
    httpUrl: find(/API, plain +(http:\S+)\/api\/rest/),
    httpsUrl: find(/API +(https:\S+)\/api\/rest/),
    mtlsUrl: find(/Certificates +(https:\S+)\/api\/rest/),
    password: find(/Password +(\S+)/),
  }
  // Not copied by spreading: what was printed and whether it has ended are asked for anew each time.
  return Object.assign(Object.create(started) as GatewayProcess, told)
}

/** The printed test card, or another, verified on a gateway's plain listener. */
export function verifyOn(
  { httpUrl, password }: Pick<ReadyGateway, 'httpUrl' | 'password'>,
  { orderId, transactionId = '1', body = verifyBody() }: { orderId: string; transactionId?: string; body?: object },
): Promise<Answer> {
  const path = apiPath(`/order/${orderId}/transaction/${transactionId}`)
  return send(httpUrl, { method: 'PUT', path, body, login: `merchant.TESTMERCHANT:${password}` })
}

export function retrieveFrom(
  { httpUrl, password }: Pick<ReadyGateway, 'httpUrl' | 'password'>,
  rest: string,
): Promise<Answer> {
  return send(httpUrl, { path: apiPath(rest), login: `merchant.TESTMERCHANT:${password}` })
}

/** The server that runs in a data folder: its process, and how to connect to it. */
export async function embeddedServer(dataDir: string): Promise<{ pid: number; connection: pg.ClientConfig }> {
  const pointer = await findPointer(dataDir)
  const place = placeOf({ dataDir, home: pointer?.complete ? pointer.home : dataDir })
  const file = (await findPidFile(place.cluster)) ?? assert.fail(`no database server runs in ${dataDir}`)
  return { pid: file.pid, connection: connectionTo(await endpointOf(file, place)) }
}

/** Every living process that works in a folder, or was told of it by its command line or environment. */
export async function processesOf(folder: string): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0 && pid !== process.pid)
  const found: number[] = []
  for (const pid of pids) {
    const words = await Promise.all([
      readlink(`/proc/${pid}/cwd`).catch(() => ''),
      readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''),
      readFile(`/proc/${pid}/environ`, 'utf8').catch(() => ''),
    ])
    if (words.some((text) => text.includes(folder)) && (await isAlive(pid))) found.push(pid)
  }
  return found
}

/** The folder itself, and those that databases had to be copied to because only root could reach this one. */
async function foldersOf(folder: string): Promise<string[]> {
  const dataDirs = (await readdir(folder)).map((name) => join(folder, name))
  const pointers = await Promise.all(dataDirs.map((dataDir) => findPointer(dataDir).catch(() => undefined)))
  return [folder, ...pointers.flatMap((pointer) => (pointer ? [pointer.home] : []))]
}

async function endProcessesOf(folder: string): Promise<void> {
  await until(async () => {
    const left = await processesOf(folder)
    for (const pid of left) endProcess(pid)
    return left.length === 0
  }, `nothing runs in ${folder} any more`)
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    // It went away by itself in this very moment.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

export interface HeldAcquirer {
  /** How many requests wait for the acquirer's answer at this moment. */
  waiting(): Promise<number>
  release(): Promise<void>
}

/**
 * Keeps the simulated acquirer from writing into its books: whoever asks it has recorded the attempt and waits for the
 * answer, until released. Its books can be read all the while.
 */
export async function holdAcquirer(
  owner: { after(clean: () => Promise<void>): void },
  connection: pg.ClientConfig,
): Promise<HeldAcquirer> {
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
