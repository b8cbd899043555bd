// A gateway whose database really has no room on its disk, is read-only, or has no connection left: payments are
// refused temporarily, operators see the reason, nothing is lost or executed twice, and everything continues once the
// cause is gone.
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import { until } from '../../../support/checks/poll.ts'
import { type ApiResponse, apiPath, cardSource, newOrderId, send } from '../../../support/clients/client.ts'
import { tollgate } from '../../../support/gateway/command-line.ts'
import { createTestDatabase, databaseUrl, testKey, testPassword } from '../../../support/gateway/database.ts'
import {
  embeddedServer,
  holdAcquirer,
  makeSite,
  type ProcessSite,
  type ReadyGateway,
} from '../../../support/gateway/process.ts'

/** Room for the database and some hundred payments. */
const diskMegabytes = 256

const endings: (() => Promise<void>)[] = []
const owner = { after: (clean: () => Promise<void>) => void endings.push(clean) }
let site: ProcessSite
let gateway: ReadyGateway
let connection: pg.ClientConfig
let acquirerUrl: string
let hasOwnDisk = false

before(async () => {
  site = await makeSite(owner)
  await mkdir(site.dataDir, { mode: 0o700 })
  hasOwnDisk = mountTmpfs(site.dataDir)
  if (hasOwnDisk) endings.push(async () => void execFileSync('umount', ['--lazy', site.dataDir]))
  acquirerUrl = databaseUrl(await createTestDatabase())
  gateway = await site.start({ ...environment(), TOLLGATE_SIMULATOR_DATABASE_URL: acquirerUrl })
  endings.push(async () => {
    gateway.kill('SIGTERM')
    await gateway.exited
  })
  connection = { ...(await embeddedServer(site.dataDir)).connection, ssl: false }
})
after(async () => {
  for (const clean of endings.toReversed()) await clean()
})

const environment = () => ({
  TOLLGATE_DATA_DIR: site.dataDir,
  TOLLGATE_KEY_ENCRYPTION_KEY: testKey,
  TOLLGATE_SANDBOX_PASSWORD: testPassword,
  // An attempt whose outcome could not be recorded is resolved when the acquirer's time is over: the last test waits for that.
  TOLLGATE_ACQUIRER_TIMEOUT_MS: '10000',
})

function mountTmpfs(folder: string): boolean {
  try {
    const options = `size=${diskMegabytes}m,mode=700`
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tollgate-test', folder], { stdio: 'pipe' })
    return true
  } catch {
    return false
  }
}

const payment = { apiOperation: 'PAY', order: { amount: '10.00', currency: 'USD' }, sourceOfFunds: cardSource() }

async function pay(orderId = newOrderId()): Promise<ApiResponse> {
  const path = apiPath(`/order/${orderId}/transaction/1`)
  const response = await send(gateway.httpUrl, { method: 'PUT', path, body: payment })
  const { status, body, headers, text } = response
  if (status === 503) assert.deepEqual([body.error.cause, headers['retry-after'] !== undefined], ['SERVER_BUSY', true])
  else assert.deepEqual([status < 300, body.result], [true, 'SUCCESS'], text)
  return response
}

const get = (path: string) => send(gateway.httpUrl, { path, login: null })
const isReady = async () => (await get('/health/ready')).status === 200

async function refusals(reason: string): Promise<number> {
  const { text } = await get('/metrics')
  return Number(
    new RegExp(`^tollgate_database_refusals_total\\{reason="${reason}"\\} (\\d+)$`, 'm').exec(text)?.[1] ?? 0,
  )
}

async function connect(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(config)
  client.on('error', () => {})
  await client.connect()
  return client
}

async function query(config: pg.ClientConfig, text: string, values: unknown[] = []) {
  const client = await connect(config)
  try {
    return (await client.query(text, values)).rows
  } finally {
    await client.end()
  }
}

const operator = () => ({ ...connection, options: '-c default_transaction_read_only=off' })
const endConnections = `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'tollgate'`
const filling = () => join(site.dataDir, 'filling')

async function fillDisk(): Promise<void> {
  const fill = spawn('dd', ['if=/dev/zero', `of=${filling()}`, 'bs=64k'], { stdio: 'ignore' })
  await once(fill, 'close')
}

/** The server ends when it can write no more of its log. */
async function exhaustLog(): Promise<void> {
  await fillDisk()
  const client = await connect(connection)
  await assert.rejects(async () => {
    for (;;) {
      await client.query(`select pg_logical_emit_message(true, 'test', repeat('x', 1000))`)
      await client.query('select pg_switch_wal()')
    }
  }, /terminated|No space left/)
}

const others: pg.Client[] = []

/** Other programs take every connection, those of the gateway included. */
async function takeConnections(): Promise<void> {
  const first = await connect(connection)
  others.push(first)
  const isTaken = async () => {
    for (;;) {
      const taken = await connect(connection).catch(() => undefined)
      if (!taken) break
      others.push(taken)
    }
    const { rows } = await first.query(`select from pg_stat_activity where application_name = 'tollgate'`)
    if (rows.length > 0) await first.query(endConnections)
    return rows.length === 0
  }
  await until(isTaken, 'no connection is left')
}

interface Outage {
  readonly what: string
  readonly reason: string
  /** What the operator reads. */
  readonly finding: RegExp
  readonly needsDisk?: boolean
  readonly begin: () => Promise<unknown>
  readonly end: () => Promise<unknown>
}

const outages: readonly Outage[] = [
  {
    what: 'is read-only',
    reason: 'READ_ONLY',
    finding: /writes +WRONG +the database is read-only: cannot execute INSERT in a read-only transaction/,
    async begin() {
      await query(operator(), 'alter database tollgate set default_transaction_read_only = on')
      await query(operator(), endConnections)
    },
    end: () => query(operator(), 'alter database tollgate reset default_transaction_read_only'),
  },
  {
    what: 'has no connection left',
    reason: 'TOO_MANY_CONNECTIONS',
    finding: /database +WRONG .*too many clients/,
    begin: takeConnections,
    end: () => Promise.all(others.splice(0).map((client) => client.end())),
  },
  {
    what: 'has no room for its tables',
    reason: 'DISK_FULL',
    finding: /writes +WRONG +the disk is full: could not extend file/,
    needsDisk: true,
    begin: fillDisk,
    end: () => rm(filling()),
  },
  {
    what: 'has ended because there is no room for its log',
    reason: 'UNREACHABLE',
    finding: /database +WRONG +No space left for the database/,
    needsDisk: true,
    begin: exhaustLog,
    end: () => rm(filling()),
  },
]

describe('a database that', () => {
  for (const { what, reason, finding, needsDisk = false, begin, end } of outages)
    it(`${what} refuses payments temporarily, says why, and recovers by itself`, async (t) => {
      if (needsDisk && !hasOwnDisk) return t.skip('mounting is not allowed here')
      const paid = newOrderId()
      const first = await pay(paid)
      assert.equal(first.status, 201, first.text)
      const acquirer = await holdAcquirer(t, { connectionString: acquirerUrl })
      const held = newOrderId()
      const inFlight = pay(held)
      await until(async () => (await acquirer.waiting()) === 1, 'the acquirer was asked')
      const wanted = Array.from({ length: 10 }, newOrderId)

      await begin()
      try {
        await acquirer.release()
        await until(async () => (await pay()).status === 503, 'payments are refused')
        await Promise.all(wanted.map(pay))
        // The last payment decides: between payments the trial write may find room in a page of its own.
        const isSeen = async () => (await pay()).status === 503 && !(await isReady())
        await until(isSeen, 'the gateway is not ready')
        await until(async () => (await refusals(reason)) > 0, 'the metrics name the reason')
        const { stdout } = await tollgate(['doctor'], { env: environment() })
        assert.match(stdout, finding)
        assert.ok([401, 503].includes(await signIn()))
        assert.ok([404, 503].includes((await get(`/checkout/pay/SESSION${'0'.repeat(31)}`)).status))
        assert.equal((await get('/health/live')).status, 200)
      } finally {
        await end()
      }
      await until(isReady, 'the gateway is ready')
      // On a slow machine the outage may last longer than a request waits for its outcome to be recorded.
      const { status, text } = await inFlight
      assert.ok(status === 201 || status === 503, text)
      for (const orderId of [held, ...wanted])
        await until(async () => (await pay(orderId)).status < 300, 'payments are made')
      assert.equal((await pay(paid)).text, first.text)
      await until(
        async () => (await query(connection, 'select from outbox limit 1')).length === 0,
        'events are published',
      )
    })

  it('has recovered has recorded every payment as often as the acquirer has executed it', async () => {
    const isEnded = async () =>
      (await query(connection, 'select from transactions where deadline_at is not null or reverse_at is not null'))
        .length === 0
    await until(isEnded, 'every attempt has an outcome')
    const referencesIn = async (config: pg.ClientConfig, text: string) =>
      (await query(config, text)).map(({ reference }) => reference).sort()
    const ours = await referencesIn(
      connection,
      `select acquirer_reference as reference from transactions where gateway_code = 'APPROVED'`,
    )
    const books = { connectionString: acquirerUrl }
    assert.deepEqual(ours, await referencesIn(books, 'select reference from simulated_acquirer.standing'))
    assert.deepEqual(await referencesIn(books, 'select reference from simulated_acquirer.book where asked > 1'), [])
    assert.ok(ours.length >= outages.length)
  })
})

async function signIn(): Promise<number> {
  const body = { merchantId: 'TESTMERCHANT', login: 'nobody', password: 'wrong' }
  const headers = { 'sec-fetch-site': 'same-origin' }
  const { status } = await send(gateway.httpUrl, {
    method: 'POST',
    path: '/console/api/session',
    login: null,
    body,
    headers,
  })
  return status
}
