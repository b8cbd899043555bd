// Whichever step of a start or stop fails, hangs or meets a signal: the process ends and leaves nothing behind. The cases are the
// lists of steps themselves, so that a new step is among them.
import assert from 'node:assert/strict'
import { after, before, describe, it, type TestContext } from 'node:test'
import pg from 'pg'
import { type ServingRole, sharedSteps, startSteps, stopSteps } from '../../../src/cli/installation/serving-steps.ts'
import { until } from '../../support/checks/poll.ts'
import { createTestDatabase, databaseUrl, testEnvironment } from '../../support/gateway/database.ts'
import { assertOneLine } from '../../support/gateway/embedded-kit.ts'
import { type FaultPlan, faultEnvironment } from '../../support/gateway/faults-in-steps.ts'
import {
  embeddedServer,
  exitOf,
  faultyGatewayWords,
  type GatewayProcess,
  makeSite,
  type ProcessSite,
  untilReady,
} from '../../support/gateway/process.ts'

/** A start takes the processor, a hanging stop takes its limit: together they take less than one after the other. */
const atOnce = { concurrency: 6 }

let database = ''
before(async () => {
  database = await createTestDatabase()
})

function spawnFaulty(site: ProcessSite, plan: FaultPlan, environment: Record<string, string>): GatewayProcess {
  // No request is in progress.
  const env = { ...environment, TOLLGATE_DRAIN_TIMEOUT_MS: '100', ...faultEnvironment(plan) }
  return site.spawn(env, { command: [process.execPath, ...faultyGatewayWords()] })
}

/** Spawns it, stops it if it becomes ready, and returns the only line of its standard error. */
async function endOf(
  t: TestContext,
  plan: FaultPlan,
  processes: number,
): Promise<{ code: number | null; line: string }> {
  const site = await makeSite(t)
  const gateway = spawnFaulty(site, plan, testEnvironment(database, { TOLLGATE_PROCESSES: String(processes) }))
  if (plan.phase === 'stop') {
    await untilReady(gateway)
    gateway.kill('SIGTERM')
  }
  const { code, signal } = await exitOf(gateway)
  assert.equal(signal, null)
  await until(async () => (await site.processes()).length === 0, 'no process is left')
  return { code, line: gateway.stderr.replace(/\n$/, '') }
}

/** Each kind of process: whose steps they are, and how many processes serve. */
const roles: Readonly<Record<ServingRole, { readonly of: FaultPlan['of']; readonly processes: number }>> = {
  alone: { of: 'gateway', processes: 1 },
  primary: { of: 'gateway', processes: 2 },
  worker: { of: 'worker', processes: 2 },
}

/** What the primary process does in the same way as a gateway alone; tested with that one. */
const shared: readonly string[] = sharedSteps
const isTestedIn = (role: ServingRole) => (name: string) => role !== 'primary' || !shared.includes(name)

/** The longest first, so that none is left alone at the end. */
const longestFirst = ['worker', 'primary', 'alone'] as const satisfies readonly ServingRole[]

describe('the process', atOnce, () => {
  for (const role of longestFirst) {
    const { of, processes } = roles[role]
    for (const name of stopSteps[role].filter(isTestedIn(role))) {
      const step = { of, phase: 'stop', name } as const
      it(`(${role}) ends, and nothing is left, when the stop hangs at: ${name}`, async (t) => {
        const { code, line } = await endOf(t, { ...step, fault: 'hangs' }, processes)
        assert.equal(code, 1)
        assertOneLine(line)
        const says = role === 'worker' ? 'processes: ' : `${name} did not end within `
        assert.ok(line.startsWith('Tollgate has not stopped cleanly:') && line.includes(says), line)
      })
      /** A worker says it in the log, and the primary process that there was something. */
      const subject = role === 'worker' ? 'processes' : name
      it(`(${role}) ends, and nothing is left, when the stop fails at: ${name}`, async (t) => {
        const { code, line } = await endOf(t, { ...step, fault: 'fails' }, processes)
        assert.equal(code, 1)
        assertOneLine(line)
        assert.ok(line.startsWith('Tollgate has not stopped cleanly:') && line.includes(`${subject}: `), line)
      })
    }

    for (const name of startSteps[role].filter(isTestedIn(role))) {
      const step = { of, phase: 'start', name } as const
      it(`(${role}) ends, and nothing is left, when the start fails at: ${name}`, async (t) => {
        const { code, line } = await endOf(t, { ...step, fault: 'fails' }, processes)
        assert.equal(code, 1)
        assertOneLine(line)
        assert.ok(line.includes(`the start step ${name} fails in this test`), line)
      })
      it(`(${role}) ends, and nothing is left, when it gets SIGTERM while the start hangs at: ${name}`, async (t) => {
        const { code, line } = await endOf(t, { ...step, fault: 'is stopped' }, processes)
        // To the primary process, a worker that ends before it is ready has failed.
        if (role === 'worker') assertOneLine(line)
        else assert.equal(line, '')
        assert.equal(code, role === 'worker' ? 1 : 0)
      })
    }
  }
})

describe('the embedded database server', () => {
  // One folder for all, since making its database takes longest: each finds what the one before it has left.
  let site: ProcessSite | undefined
  const cleanings: (() => Promise<void>)[] = []
  before(async () => {
    site = await makeSite({ after: (clean) => cleanings.push(clean) })
  })
  after(async () => {
    for (const clean of cleanings) await clean()
  })
  const spawnHere = (plan: FaultPlan) => {
    const here = site ?? assert.fail('there is no site')
    return { here, gateway: spawnFaulty(here, plan, {}) }
  }

  for (const name of ['tables', 'ports', 'seed data'] as const)
    it(`is stopped when the start fails at: ${name}`, async () => {
      const { here, gateway } = spawnHere({ of: 'gateway', phase: 'start', name, fault: 'fails' })
      assert.deepEqual(await exitOf(gateway), { code: 1, signal: null })
      assert.deepEqual(await here.processes(), [])
    })

  it('is stopped although what comes before it never ends', async () => {
    const { here, gateway } = spawnHere({ of: 'gateway', phase: 'stop', name: 'database connections', fault: 'hangs' })
    await untilReady(gateway)
    gateway.kill('SIGTERM')
    assert.deepEqual(await exitOf(gateway), { code: 1, signal: null })
    assert.deepEqual(await here.processes(), [])
  })

  it('that could not be stopped is used by the next start, and stopped with it', async () => {
    const { here, gateway } = spawnHere({ of: 'gateway', phase: 'stop', name: 'database server', fault: 'fails' })
    await untilReady(gateway)
    const { pid } = await embeddedServer(here.dataDir)
    gateway.kill('SIGTERM')
    assert.deepEqual(await exitOf(gateway), { code: 1, signal: null })
    const next = await here.start()
    assert.equal((await embeddedServer(here.dataDir)).pid, pid)
    next.kill('SIGTERM')
    assert.deepEqual(await exitOf(next), { code: 0, signal: null })
    assert.deepEqual(await here.processes(), [])
  })
})

it('a gateway whose database connection is cut while it makes the test merchants, with its ports open, ends with one line', async (t) => {
  const own = await createTestDatabase()
  const site = await makeSite(t)
  const client = new pg.Client(databaseUrl(own))
  await client.connect()
  t.after(() => client.end())
  await client.query('begin')
  await client.query('lock table reporting_passwords')
  const gateway = site.spawn(testEnvironment(own))
  let cut = 0
  await until(async () => {
    const { rowCount } = await client.query(
      `select pg_terminate_backend(pid) from pg_locks
       where relation = 'reporting_passwords'::regclass and not granted`,
    )
    cut += rowCount ?? 0
    return gateway.hasExited
  }, 'it has ended')
  assert.ok(cut > 0)
  assert.deepEqual(await exitOf(gateway), { code: 1, signal: null })
  assertOneLine(gateway.stderr.replace(/\n$/, ''))
  assert.deepEqual(await site.processes(), [])
})
