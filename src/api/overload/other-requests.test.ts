// Requests beside the API, with a clock and a load that the test sets.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { LoopDelay } from '../../platform/http/listeners/loop-delay.ts'
import { otherRequests } from './other-requests.ts'
import { admitRequests } from './request-admission.ts'

function open() {
  const state = { nowMs: 0, isApiOverloaded: false, abandoned: 0 }
  const shed: string[] = []
  const others = otherRequests({
    delayMs: 500,
    loopDelay: { now: () => 0 },
    isApiOverloaded: () => state.isApiOverloaded,
    onShed: (reason) => shed.push(reason),
    onAbandoned: () => (state.abandoned += 1),
    clock: () => state.nowMs,
    onReady: () => {},
  })
  /** In the order of their turns; undefined for those that were refused. */
  const ends: ((() => void) | undefined)[] = []
  return {
    state,
    shed,
    others,
    ends,
    async enter(count: number, hasLeft = () => false) {
      for (let n = 0; n < count; n += 1) void others.enter(hasLeft).then((end) => ends.push(end))
      while (others.begin());
      await Promise.resolve()
    },
    async pass(ms: number) {
      for (const untilMs = state.nowMs + ms; state.nowMs < untilMs; state.nowMs += 20) others.tick(state.nowMs)
      await Promise.resolve()
    },
  }
}

describe('requests outside the API', () => {
  it('are in progress up to a limit; further ones wait until one has ended', async () => {
    const { enter, ends, others, shed } = open()
    await enter(70)
    assert.equal(ends.length, 64)
    ends[0]?.()
    ends[0]?.()
    while (others.begin());
    await Promise.resolve()
    assert.equal(ends.length, 65)
    assert.deepEqual(shed, [])
  })

  it('that have waited for too long are refused, and then new ones at once', async () => {
    const { enter, pass, ends, shed } = open()
    await enter(64 + 30)
    await pass(700)
    assert.equal(
      ends.slice(64).every((end) => end === undefined),
      true,
    )
    assert.equal(shed.length, 30)
    await enter(20)
    assert.equal(shed.length, 34, 'a queue of sixteen is always allowed')
  })

  it('are refused while the API is overloaded, except a few', async () => {
    const { enter, state, ends, shed } = open()
    state.isApiOverloaded = true
    await enter(20)
    assert.deepEqual([ends.filter(Boolean).length, shed.length], [16, 4])
    ends.find((end) => end !== undefined)?.()
    await enter(2)
    assert.deepEqual([ends.filter(Boolean).length, shed.length], [17, 5])
  })

  it('are dropped when their clients have left', async () => {
    const { enter, state, ends } = open()
    await enter(1, () => true)
    assert.deepEqual([ends, state.abandoned], [[undefined], 1])
  })

  it('do not delay payments: the API has seven of eight turns while both wait', async () => {
    const loopDelay: LoopDelay = { now: () => 0, within: () => 0, onTick: () => {}, stop: () => {} }
    const limits = { delayMs: 500, recordingMax: 100, progressMin: 100, merchantMax: 100, linkMax: 100 }
    const admission = admitRequests({ limits, loopDelay, onShed: () => {}, onAbandoned: () => {} })
    const order: string[] = []
    const hasLeft = () => false
    for (let n = 0; n < 40; n += 1) void admission.enterOther(hasLeft).then(() => order.push('page'))
    const payment = { isKnown: false, isRead: false, isPayment: true, hasLeft }
    const payments = Array.from({ length: 14 }, () => admission.enter(payment).then(() => order.push('payment')))
    await Promise.all(payments)
    assert.ok(order.filter((name) => name === 'page').length <= 2, order.join())
  })
})
