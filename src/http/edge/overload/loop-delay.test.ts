import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { until } from '../../../../test/support/checks/poll.ts'
import { measureLoopDelay } from './loop-delay.ts'

describe('the delay of the event loop', () => {
  // A clock that the test sets: the delays of the machine itself are not seen.
  let nowMs = 1_000
  const delay = measureLoopDelay(() => nowMs)
  let ticks = 0
  const delays: number[] = []
  delay.onTick((ms) => {
    ticks += 1
    delays.push(ms)
  })
  const nextTick = () => {
    const before = ticks
    return until(() => ticks > before, 'the loop has turned')
  }
  after(delay.stop)

  it('is measured while it lasts, and once it is over', async () => {
    nowMs += 20
    assert.equal(delay.now(), 0)
    nowMs += 300
    assert.equal(delay.now(), 300)
    assert.equal(delay.within(10_000), 300)
    await nextTick()
    assert.ok(delays.includes(300))
    assert.equal(delay.within(10_000), 300)
  })

  it('is dropped after the observed interval', async () => {
    nowMs += 20
    await nextTick()
    assert.equal(delay.now(), 0)
    assert.equal(delay.within(19), 0)
    assert.equal(delay.within(10_000), 300)
  })

  it('adds up over several turns', async () => {
    nowMs += 20 + 50
    await nextTick()
    assert.equal(delay.within(10_000), 350)
  })
})
