import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openElapsedTime } from './elapsed-time.ts'

function fakeClocks() {
  const at = { monotonic: 1_000, wall: 1_700_000_000_000 }
  const time = openElapsedTime({ monotonicMs: () => at.monotonic, wallMs: () => at.wall })
  const pass = (ms: number) => {
    at.monotonic += ms
    at.wall += ms
  }
  return { at, time, pass }
}

describe('elapsed time', () => {
  it('is the monotonic clock while the machine runs', () => {
    const { time, pass } = fakeClocks()
    assert.equal(time.elapsedMs(), 1_000)
    pass(60_000)
    assert.deepEqual([time.elapsedMs(), time.onMonotonicClock(70_000)], [61_000, 70_000])
  })

  it('includes the time for which the machine was suspended, once', () => {
    const { at, time, pass } = fakeClocks()
    const deadline = time.elapsedMs() + 30_000
    pass(1_000)
    at.wall += 40_000
    assert.equal(time.elapsedMs(), 42_000)
    assert.ok(time.elapsedMs() >= deadline, 'the deadline is over')
    assert.equal(time.onMonotonicClock(deadline), -9_000, 'by the monotonic clock, too')
    pass(500)
    at.wall += 5_000
    assert.equal(time.elapsedMs(), 47_500)
  })

  it('is older when the wall clock is set ahead, and unchanged when it is set back or adjusted slowly', () => {
    const { at, time, pass } = fakeClocks()
    at.wall += 3_600_000
    assert.equal(time.elapsedMs(), 3_601_000)
    at.wall -= 7_200_000
    assert.equal(time.elapsedMs(), 3_601_000)
    for (let second = 0; second < 100; second += 1) {
      pass(1_000)
      at.wall += 100
      time.elapsedMs()
    }
    assert.equal(time.elapsedMs(), 3_701_000)
  })

  it('sees a suspension after the wall clock was set back', () => {
    const { at, time, pass } = fakeClocks()
    at.wall -= 3_600_000
    assert.equal(time.elapsedMs(), 1_000)
    pass(10)
    at.wall += 20_000
    assert.equal(time.elapsedMs(), 21_010)
  })
})
