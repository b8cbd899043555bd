import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { withDueWork } from './due-work.ts'
import type { JobContext } from './job.ts'

/** Of a gateway whose database has events and receivers waiting, and nothing else. */
function parts(found: readonly string[] = ['EVENTS']) {
  const calls: string[] = []
  const search = (name: string) => async () => {
    calls.push(name)
    return [name]
  }
  const listeners: (() => void)[] = []
  const ports = {
    store: { claimOverdue: search('attempts') },
    feed: { merchantsWaiting: search('feed') },
    auditChain: { merchantsWaiting: search('audit') },
    deliveries: { claimReceivers: search('receivers'), release: async () => ({ isDue: true }) },
    clock: 'the clock',
  }
  const given = {
    ports,
    signals: {
      events: { listen() {} },
      notifications: { listen: (listener: () => void) => void listeners.push(listener) },
    },
    database: { query: async () => ({ rows: found.map((work) => ({ work })) }) },
    isDistributed: true,
  } as unknown as Pick<JobContext, 'ports' | 'signals' | 'database' | 'isDistributed'>
  const notify = () => {
    for (const listener of listeners) listener()
  }
  return { given, ports, calls, notify }
}

describe('the ports of jobs', () => {
  it('search for what one search for all has found, and for nothing else', async () => {
    const { given, calls } = parts()
    const { ports } = withDueWork(given)
    assert.deepEqual(await ports.feed.merchantsWaiting(10), ['feed'])
    assert.deepEqual(await ports.auditChain.merchantsWaiting(10), [])
    assert.deepEqual(calls, ['feed'])
  })

  it('search for receivers that this process has just written for, and for one that is still due', async () => {
    const { given, notify } = parts()
    const { ports } = withDueWork(given)
    const claim = { owner: 'a', leaseMs: 1, limit: 1 }
    assert.deepEqual(await ports.deliveries.claimReceivers(claim), [])
    notify()
    assert.deepEqual(await ports.deliveries.claimReceivers(claim), ['receivers'])
  })

  it('follow a port that is replaced, and pass the others on', async () => {
    const { given, ports: replaced } = parts()
    const { ports } = withDueWork(given)
    replaced.feed = { merchantsWaiting: async () => ['another'] }
    assert.deepEqual(await ports.feed.merchantsWaiting(10), ['another'])
    assert.equal({ ...ports }.clock, 'the clock')
  })
})
