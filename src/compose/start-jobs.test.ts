import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type AuditDependencies, createAudit } from '../audit/create-audit.ts'
import { createEvents, type EventJobDependencies } from '../events/create-events.ts'
import { nodesPace } from '../platform/jobs/job.ts'
import { startJobs } from './start-jobs.ts'

/** Jobs of a gateway whose database has events waiting, and nothing else. */
async function world(test: TestContext, names: readonly string[]) {
  test.mock.timers.enable({ apis: ['setTimeout'] })
  const calls: string[] = []
  const search = (name: string) => async () => {
    calls.push(name)
    return []
  }
  const listeners: ((name: string) => void)[] = []
  const noSignal = { notify() {}, listen() {} }
  const dependencies = {
    feed: { merchantsWaiting: search('feed') },
    auditChain: { merchantsWaiting: search('audit') },
    deliveries: { claimWebhooks: search('webhooks') },
    identifiers: { attemptId: () => 'me' },
    config: {},
    signals: {
      events: noSignal,
      positions: noSignal,
      notifications: { ...noSignal, listen: (listener: (name: string) => void) => void listeners.push(listener) },
    },
  }
  const context = {
    signals: dependencies.signals,
    log: { error: (_: unknown, message: string) => calls.push(message) },
    dueWorkSearch: { finderOf: () => async () => new Set(['EVENTS']), everyMs: 4_000, idleMs: 16_000 },
    pace: nodesPace,
  } as unknown as Parameters<typeof startJobs>[1]
  const jobs = [
    ...createEvents(dependencies as unknown as EventJobDependencies).jobs,
    ...createAudit(dependencies as unknown as AuditDependencies).jobs,
  ]
  await startJobs(
    jobs.filter(({ name }) => names.includes(name)),
    context,
  )
  const settle = async () => {
    for (let turn = 0; turn < 3; turn += 1) await nextTurn()
  }
  return {
    dependencies,
    calls,
    async after(ms: number) {
      test.mock.timers.tick(ms)
      await settle()
    },
    async notify() {
      for (const listener of listeners) listener('SHOP1')
      await settle()
    },
  }
}

describe('jobs', () => {
  it('search for what one search for all has found, and for nothing else', async (test) => {
    const { calls, after } = await world(test, ['give events their positions', 'chain audit log entries'])
    await after(4_000)
    assert.deepEqual(calls, ['feed'])
  })

  it('search for webhooks that this process has just written for', async (test) => {
    const { calls, after, notify } = await world(test, ['deliver notifications'])
    await after(1_000)
    assert.deepEqual(calls, [])
    await notify()
    assert.deepEqual(calls, ['webhooks'])
  })

  it('follow a port that is replaced', async (test) => {
    const { dependencies, calls, after } = await world(test, ['give events their positions'])
    dependencies.feed = {
      merchantsWaiting: async () => {
        calls.push('another')
        return []
      },
    }
    await after(1_000)
    assert.deepEqual(calls, ['another'])
  })
})
