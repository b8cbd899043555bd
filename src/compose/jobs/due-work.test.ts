import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { nodesPace } from '../database-forms.ts'
import { auditChaining } from './audit.ts'
import { openDueWork } from './due-work.ts'
import { eventSequencing } from './events.ts'
import type { Job, JobContext } from './job.ts'
import { notificationDelivery } from './notifications.ts'

/** Jobs of a gateway whose database has events waiting, and nothing else. */
async function world(test: TestContext, jobs: readonly Job[]) {
  test.mock.timers.enable({ apis: ['setTimeout'] })
  const calls: string[] = []
  const search = (name: string) => async () => {
    calls.push(name)
    return []
  }
  const listeners: ((name: string) => void)[] = []
  const noSignal = { notify() {}, listen() {} }
  const ports = {
    feed: { merchantsWaiting: search('feed') },
    auditChain: { merchantsWaiting: search('audit') },
    deliveries: { claimWebhooks: search('webhooks') },
    identifiers: { attemptId: () => 'me' },
  }
  const context = {
    ports,
    signals: {
      events: noSignal,
      positions: noSignal,
      notifications: { ...noSignal, listen: (listener: (name: string) => void) => void listeners.push(listener) },
    },
    config: {},
    log: { error: (_: unknown, message: string) => calls.push(message) },
    dueWorkSearch: { find: async () => new Set(['EVENTS']), everyMs: 4_000, idleMs: 16_000 },
    pace: nodesPace,
  } as unknown as JobContext
  const dueWork = openDueWork(context)
  for (const job of jobs) await job.start({ ...context, dueWork })
  const settle = async () => {
    for (let turn = 0; turn < 3; turn += 1) await nextTurn()
  }
  return {
    ports,
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
    const { calls, after } = await world(test, [eventSequencing, auditChaining])
    await after(4_000)
    assert.deepEqual(calls, ['feed'])
  })

  it('search for webhooks that this process has just written for', async (test) => {
    const { calls, after, notify } = await world(test, [notificationDelivery])
    await after(1_000)
    assert.deepEqual(calls, [])
    await notify()
    assert.deepEqual(calls, ['webhooks'])
  })

  it('follow a port that is replaced', async (test) => {
    const { ports, calls, after } = await world(test, [eventSequencing])
    ports.feed = {
      merchantsWaiting: async () => {
        calls.push('another')
        return []
      },
    }
    await after(1_000)
    assert.deepEqual(calls, ['another'])
  })
})
