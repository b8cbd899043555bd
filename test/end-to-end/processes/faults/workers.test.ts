// One gateway with several processes: they share the listeners, are replaced without a refused connection, and a killed one
// costs only what it had in flight.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { servingDefaults } from '../../../../src/cli/installation/serving-environment.ts'
import { findRunning } from '../../../../src/platform/system/data-folder.ts'
import { eventually, until } from '../../../support/checks/poll.ts'
import { apiPath, newOrderId, payBody } from '../../../support/clients/client.ts'
import { createTestDatabase, testEnvironment } from '../../../support/gateway/database.ts'
import { childrenOf, isAlive } from '../../../support/gateway/embedded-kit.ts'
import { startHeld } from '../../../support/gateway/held-start.ts'
import { exitOf, makeSite, type ProcessSite, type ReadyGateway, untilReady } from '../../../support/gateway/process.ts'

/** Pays over one connection, which it keeps as long as the gateway does. */
function openClient({ httpUrl, password }: ReadyGateway) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const auth = `merchant.TESTMERCHANT:${password}`
  return {
    async pay(): Promise<number> {
      const path = apiPath(`/order/${newOrderId()}/transaction/1`)
      const headers = { 'content-type': 'application/json' }
      const sent = request(httpUrl + path, { method: 'PUT', agent, auth, headers })
      sent.end(JSON.stringify(payBody()))
      const [response] = (await once(sent, 'response')) as [IncomingMessage]
      await text(response)
      return response.statusCode ?? 0
    },
    close: () => agent.destroy(),
  }
}

/** How long a client waits between two payments; without it they take all the processor there is. */
const pauseMs = 200

/** Half of the payments wait for their acquirer: some are always under way when a process ends, however few there are. */
const waitingPayments = 'seed=1,slow=0.5,slowMs=400'

/** Clients that go on paying until they are stopped. */
function keepPaying(gateway: ReadyGateway, clients: number) {
  const outcomes: (number | string)[] = []
  let isOver = false
  const running = Array.from({ length: clients }, async () => {
    const client = openClient(gateway)
    while (!isOver) {
      outcomes.push(await client.pay().catch((error: NodeJS.ErrnoException) => error.code ?? error.message))
      await delay(pauseMs)
    }
    client.close()
  })
  return {
    answered: (more: number) => {
      const wanted = outcomes.length + more
      return until(() => outcomes.length >= wanted, `${more} more payments are answered`)
    },
    async stop(): Promise<readonly (number | string)[]> {
      isOver = true
      await Promise.all(running)
      return outcomes
    },
  }
}

async function metricOf({ httpUrl }: ReadyGateway, line: RegExp): Promise<number> {
  const lines = (await (await fetch(`${httpUrl}/metrics`)).text()).split('\n').filter((each) => line.test(each))
  return lines.reduce((sum, each) => sum + Number(each.split(' ').at(-1)), 0)
}

describe('a gateway with several processes', () => {
  const endings: (() => Promise<void>)[] = []
  let site: ProcessSite
  let gateway: ReadyGateway
  const settings = { TOLLGATE_PROCESSES: '2', TOLLGATE_SIMULATOR_FAULTS: waitingPayments }
  before(async () => {
    site = await makeSite({ after: (clean) => endings.push(clean) })
    gateway = await site.start(
      testEnvironment(await createTestDatabase(), { ...settings, TOLLGATE_DATA_DIR: site.dataDir }),
    )
  })
  after(async () => {
    await Promise.all(endings.map((clean) => clean()))
  })

  const workers = () => childrenOf(gateway.pid)
  const payments = () => metricOf(gateway, /^tollgate_request_seconds_count\{operation="PAY"/)

  it('is one gateway to its clients, with the metrics of all processes together', async () => {
    const clients = Array.from({ length: 6 }, () => openClient(gateway))
    const statuses = await Promise.all(clients.map((client) => client.pay()))
    assert.deepEqual(statuses, Array(6).fill(201))
    for (const client of clients) client.close()
    assert.equal(await payments(), 6)
    assert.equal(await metricOf(gateway, /^tollgate_link_up\{link="simulator"\}/), 1)
  })

  it('starts its processes with bounded memory', async () => {
    for (const pid of await workers()) {
      const environment = await readFile(`/proc/${pid}/environ`, 'utf8')
      for (const [name, value] of Object.entries(servingDefaults))
        assert.match(environment, new RegExp(`(^|\\0)${name}=${value}`))
    }
  })

  it('replaces its processes under load without a refused connection or a lost answer', async () => {
    const load = keepPaying(gateway, 8)
    const old = await workers()
    gateway.kill('SIGUSR2')
    for (const pid of old) await until(async () => !(await isAlive(pid)), 'a process is replaced')
    await load.answered(40)
    const outcomes = await load.stop()
    assert.deepEqual([...new Set(outcomes)], [201])
    assert.equal(await payments(), 6 + outcomes.length, 'what ended processes have counted stays counted')
  })

  it('keeps serving when a process is killed, and replaces it', async () => {
    const [victim, other] = await workers()
    assert.ok(victim && other)
    process.kill(victim, 'SIGKILL')
    const client = openClient(gateway)
    // The first connection may have been handed to the dead one.
    await eventually(async () => ((await client.pay().catch(() => 0)) === 201 ? true : undefined))
    client.close()
    const present = await eventually(workers, (pids) => pids.length === 2 && !pids.includes(victim))
    assert.ok(present.includes(other))
  })

  it('says in one line why it does not start', async () => {
    const { port } = new URL(gateway.httpUrl)
    const taken = { ...settings, TOLLGATE_HTTP_PORT: port, TOLLGATE_DATA_DIR: `${site.folder}/other` }
    const blocked = site.spawn(testEnvironment(await createTestDatabase(), taken))
    assert.equal((await exitOf(blocked)).code, 1)
    assert.match(blocked.stderr, /^Port \d+ is taken by another program; set TOLLGATE_HTTP_PORT to another port\.\n$/)
  })

  it('leaves no process behind when the primary process is killed', async () => {
    const orphans = await workers()
    gateway.kill('SIGKILL')
    await gateway.exited
    for (const pid of orphans)
      await until(async () => !(await isAlive(pid)), 'a process without the primary process ends')
  })

  it('starts, and replaces its processes then, when it is asked to reload while it starts', async (t) => {
    const held = await startHeld(t, site, await createTestDatabase(), settings)
    held.gateway.kill('SIGUSR2')
    await held.release()
    gateway = await untilReady(held.gateway)
    await until(async () => (await findRunning(site.dataDir))?.reloads === 1, 'it has reloaded')
  })

  it('leaves no process behind when it is stopped', async () => {
    const running = await eventually(workers, (pids) => pids.length === 2)
    gateway.killGroup('SIGINT')
    assert.deepEqual(await exitOf(gateway), { code: 0, signal: null })
    for (const pid of running) assert.equal(await isAlive(pid), false)
  })
})
