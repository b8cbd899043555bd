// Two gateways on one database, of which one is killed again and again, alone or together with the database server: how soon it
// approves its first payment, and what the other's clients notice.
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startEmbeddedPostgres } from '../src/platform/postgres/embedded/index.ts'
import { table } from './measure.ts'
import { freeDependencies, password } from './servers.ts'

const rounds = { alone: 50, withDatabase: 50 }

const body = JSON.stringify({
  apiOperation: 'PAY',
  order: { amount: '12.34', currency: 'USD' },
  sourceOfFunds: {
    type: 'CARD',
    provided: { card: { number: '5123450000000008', expiry: { month: '1', year: '39' }, securityCode: '100' } },
  },
})

interface Gateway {
  readonly port: number
  start(): ChildProcess
}

async function gatewayOn(databaseUrl: string, folder: string): Promise<Gateway> {
  const [port = 0, https = 0, mtls = 0] = await freeDependencies(3)
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    TOLLGATE_DATA_DIR: folder,
    TOLLGATE_KEY_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    TOLLGATE_SANDBOX_PASSWORD: password,
    TOLLGATE_HTTP_PORT: String(port),
    TOLLGATE_HTTPS_PORT: String(https),
    TOLLGATE_MTLS_PORT: String(mtls),
    TOLLGATE_CARD_HOST_PORT: '0',
    TOLLGATE_LOG_LEVEL: 'fatal',
  }
  const main = new URL('../src/main.ts', import.meta.url).pathname
  return { port, start: () => spawn(process.execPath, [main], { stdio: 'ignore', env }) }
}

let orders = 0

async function pay({ port }: Pick<Gateway, 'port'>): Promise<boolean> {
  orders += 1
  const path = `/api/rest/version/100/merchant/TESTMERCHANT/order/restart-${process.pid}-${orders}/transaction/1`
  const authorization = `Basic ${Buffer.from(`merchant.TESTMERCHANT:${password}`).toString('base64')}`
  const headers = { authorization, 'content-type': 'application/json' }
  const response = await fetch(`http://localhost:${port}${path}`, { method: 'PUT', headers, body }).catch(
    () => undefined,
  )
  return response?.status === 201
}

async function untilApproved(gateway: Gateway): Promise<number> {
  const startMs = performance.now()
  while (!(await pay(gateway))) await pause(20)
  return performance.now() - startMs
}

/** Pays one after the other without end, and remembers the slowest and how many were not approved. */
function client(gateway: Gateway) {
  const seen = { slowestMs: 0, failed: 0, paid: 0 }
  let isOver = false
  const running = (async () => {
    while (!isOver) {
      const startMs = performance.now()
      if (await pay(gateway)) seen.paid += 1
      else seen.failed += 1
      seen.slowestMs = Math.max(seen.slowestMs, performance.now() - startMs)
      await pause(50)
    }
  })()
  return {
    async stop() {
      isOver = true
      await running
      return seen
    },
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const exited = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  await exited
}

export async function benchRestart(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'tollgate-restart-'))
  const dataDir = join(folder, 'database')
  let server = await startEmbeddedPostgres({ dataDir })
  const { host, port, user, database } = server.connection
  const url = `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(String(host))}`
  const victim = await gatewayOn(url, join(folder, 'one'))
  const other = await gatewayOn(url, join(folder, 'two'))
  let process1 = victim.start()
  await untilApproved(victim)
  const process2 = other.start()
  await untilApproved(other)

  const clients = Array.from({ length: 4 }, () => client(other))
  const alone: number[] = []
  for (let round = 0; round < rounds.alone; round += 1) {
    await end(process1, 'SIGKILL')
    process1 = victim.start()
    alone.push(await untilApproved(victim))
  }
  const seen = await Promise.all(clients.map((each) => each.stop()))

  const together: number[] = []
  for (let round = 0; round < rounds.withDatabase; round += 1) {
    const postmaster = Number(readFileSync(join(dataDir, 'pg18', 'postmaster.pid'), 'utf8').split('\n')[0])
    process.kill(postmaster, 'SIGKILL')
    await end(process1, 'SIGKILL')
    const startMs = performance.now()
    server = await startEmbeddedPostgres({ dataDir })
    process1 = victim.start()
    await untilApproved(victim)
    together.push(performance.now() - startMs)
  }
  await end(process1, 'SIGTERM')
  await end(process2, 'SIGTERM')
  await server.stop()
  await rm(folder, { recursive: true, force: true })

  table('From the start of a killed gateway to its first approved payment, in milliseconds', [
    { killed: 'the gateway', ...spread(alone) },
    { killed: 'with the database', ...spread(together) },
  ])
  table('Clients of the other gateway meanwhile', [
    {
      paid: seen.reduce((sum, each) => sum + each.paid, 0),
      'not approved': seen.reduce((sum, each) => sum + each.failed, 0),
      'slowest ms': Math.max(...seen.map(({ slowestMs }) => slowestMs)),
    },
  ])
}

function spread(values: readonly number[]) {
  const sorted = values.toSorted((a, b) => a - b)
  return { rounds: sorted.length, median: sorted[Math.floor(sorted.length / 2)] ?? 0, worst: sorted.at(-1) ?? 0 }
}
