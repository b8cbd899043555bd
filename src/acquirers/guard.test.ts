import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { approved, fakeLink, sendDeadline, verification } from '../../test/support/builders/fake-link.ts'
import { until } from '../../test/support/checks/poll.ts'
import type { AcquirerResult } from '../payments/ports/acquirer.ts'
import { type GuardLimits, guardLink } from './guard.ts'

const limits: GuardLimits = { requestsMax: 2, queueMax: 1, failuresMax: 3, answerMs: 60_000 }
const clock = { now: () => new Date(0) }
const silent: AcquirerResult = { kind: 'NO_ANSWER' }
const unsent: AcquirerResult = { kind: 'NOT_SENT', why: 'connection refused' }
const about = { acquirerMerchantId: 'M', reference: 'R' }

/** A guarded link, and the checks that it has put off. */
function open(given: Partial<GuardLimits> = {}) {
  const link = fakeLink()
  const later: (() => void)[] = []
  const states: string[] = []
  const guard = guardLink(link, {
    ...limits,
    ...given,
    clock,
    onStateChange: ({ state }) => states.push(state),
    later(work) {
      later.push(work)
      return { stop: () => later.splice(0) }
    },
  })
  const ask = () => guard.acquirer.ask(verification(), sendDeadline())
  return { link, guard, ask, later, states }
}

type Opened = ReturnType<typeof open>

async function takeDown({ link, guard, ask }: Opened, result: AcquirerResult = unsent): Promise<void> {
  link.isReachable = false
  link.result = () => result
  for (let count = 0; count < limits.failuresMax; count += 1) await ask()
  await until(() => guard.state().state === 'DOWN', 'the link is down')
}

describe('the breaker of a link', () => {
  for (const [what, result] of [
    ['unsent', unsent],
    ['unanswered', silent],
  ] as const)
    it(`answers at once, as not sent, after ${what} requests in a row and a check that fails`, async () => {
      const opened = open()
      await takeDown(opened, result)
      const asked = opened.link.asked.length
      const refused = await opened.ask()
      assert.equal(refused.kind, 'NOT_SENT')
      assert.equal(opened.link.asked.length, asked)
      assert.deepEqual(opened.states, ['DOWN'])
    })

  it('stays closed when the check reaches the acquirer, and when responses arrive in between', async () => {
    const { link, guard, ask } = open()
    link.result = () => silent
    for (let count = 0; count < limits.failuresMax; count += 1) await ask()
    await until(() => link.checks.count === 1, 'the link is checked')
    assert.equal(guard.state().state, 'UP')
    link.isReachable = false
    for (const result of [silent, silent, approved, silent, silent]) {
      link.result = () => result
      await ask()
    }
    assert.equal(link.checks.count, 1)
  })

  it('is never opened by declines and errors that the acquirer has answered', async () => {
    const { link, guard, ask } = open()
    link.isReachable = false
    link.result = () => ({ kind: 'ANSWERED', response: { gatewayCode: 'DECLINED' } })
    for (let count = 0; count < 10 * limits.failuresMax; count += 1) await ask()
    assert.deepEqual([guard.state().state, link.checks.count], ['UP', 0])
  })

  it('is opened by requests that fail, and shows their error', async () => {
    const { link, guard, ask } = open()
    link.isReachable = false
    link.result = () => Promise.reject(new Error('the socket broke'))
    for (let count = 0; count < limits.failuresMax; count += 1) assert.deepEqual(await ask(), silent)
    await until(() => guard.state().state === 'DOWN', 'the link is down')
    assert.equal(guard.state().reason, 'the socket broke')
  })

  it('repeats the check while the link is down, and closes when a check succeeds', async () => {
    const opened = open()
    await takeDown(opened)
    const { link, guard, later, ask, states } = opened
    await until(() => later.length === 1, 'the next check is planned')
    later.shift()?.()
    await until(() => later.length === 1, 'the check has failed, and the next is planned')
    assert.equal(guard.state().state, 'DOWN')
    link.isReachable = true
    link.result = () => approved
    later.shift()?.()
    await until(() => guard.state().state === 'UP', 'the link is up')
    assert.deepEqual(await ask(), approved)
    assert.deepEqual(states, ['DOWN', 'UP'])
  })

  it('lets recovery through while the link is down, and closes when recovery gets a response', async () => {
    const opened = open()
    await takeDown(opened)
    assert.deepEqual(await opened.guard.acquirer.inquire(about), { kind: 'NOT_FOUND' })
    assert.equal(opened.guard.state().state, 'UP')
  })

  it('follows an adapter that has lost all its connections, and checks until there is a connection', async () => {
    const opened = open()
    const { link, guard, ask, later } = opened
    const connection = { name: 'a', sinceMs: 0, inFlight: 0 }
    link.states = [
      { ...connection, state: 'DOWN', reason: 'credentials refused' },
      { ...connection, state: 'DOWN' },
    ]
    assert.deepEqual(await ask(), { kind: 'NOT_SENT', why: 'the acquirer link is down: credentials refused' })
    await until(() => later.length === 1, 'the link was checked')
    assert.equal(guard.state().state, 'DOWN')
    link.states = [{ ...connection, state: 'UP' }]
    assert.deepEqual(await ask(), approved)
  })
})

describe('the concurrency limit of a link', () => {
  it('has a bounded queue, beyond which nothing is sent', async () => {
    const { link, guard, ask } = open()
    const gates: ((result: AcquirerResult) => void)[] = []
    link.result = () => new Promise((resolve) => gates.push(resolve))
    const running = [ask(), ask(), ask()]
    assert.equal((await ask()).kind, 'NOT_SENT')
    const { inFlight, queued } = guard.state()
    assert.deepEqual([inFlight, queued, link.asked.length], [2, 1, 2])
    gates[0]?.(approved)
    await until(() => gates.length === 3, 'the request in the queue is sent')
    for (const open of gates) open(approved)
    assert.deepEqual(await Promise.all(running), [approved, approved, approved])
    assert.equal(guard.state().inFlight, 0)
  })

  it('lets no request wait beyond its deadline', async () => {
    const { link, guard, ask } = open({ requestsMax: 1 })
    const { promise, resolve } = Promise.withResolvers<AcquirerResult>()
    link.result = () => promise
    const running = ask()
    const late = await guard.acquirer.ask(verification(), { sendBefore: performance.now() + 1 })
    assert.deepEqual(late, { kind: 'NOT_SENT', why: 'the acquirer link had no free slot in time' })
    resolve(approved)
    await running
  })

  it('has separate slots for recovery: an inquiry is sent while payments occupy all of theirs', async () => {
    const { link, guard, ask } = open({ requestsMax: 1 })
    const { promise, resolve } = Promise.withResolvers<AcquirerResult>()
    link.result = () => promise
    const running = ask()
    assert.deepEqual(await guard.acquirer.reverse(about), { kind: 'ACKNOWLEDGED' })
    resolve(approved)
    await running
  })

  it('frees the slot of a request that is never answered, which counts as silence', async () => {
    const { link, guard, ask } = open({ answerMs: 1 })
    link.result = () => new Promise(() => undefined)
    assert.deepEqual(await ask(), silent)
    assert.equal(guard.state().inFlight, 0)
  })
})

describe('a guarded link', () => {
  it('is closed when the requests in flight have ended', async () => {
    const { link, guard, ask } = open()
    const { promise, resolve } = Promise.withResolvers<AcquirerResult>()
    link.result = () => promise
    const running = ask()
    await until(() => link.asked.length === 1, 'the request is sent')
    const closing = guard.close()
    assert.equal(link.isClosed(), false)
    resolve(approved)
    await closing
    assert.deepEqual([await running, link.isClosed()], [approved, true])
  })
})
