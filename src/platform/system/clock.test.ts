// A clock for limits, over a system clock that is set forwards and back.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { CountBook } from '../counters/count-book.ts'
import { memoryRateLimits } from '../counters/limits.ts'
import { forwardClock } from './clock.ts'

const hourMs = 3_600_000

function world() {
  const time = { wallMs: Date.UTC(2026, 0, 1), monotonicMs: 100 }
  const clock = forwardClock({ now: () => new Date(time.wallMs) }, () => time.monotonicMs)
  return { time, clock, nowMs: () => clock.now().getTime() }
}

it('a clock for limits keeps its pace when the system clock is set back', () => {
  const { time, nowMs } = world()
  const beganMs = nowMs()
  time.wallMs -= hourMs
  time.monotonicMs += 250
  assert.equal(nowMs(), beganMs + 250)
})

it('a clock for limits follows the system clock forwards, as after a pause of the machine', () => {
  const { time, nowMs } = world()
  const beganMs = nowMs()
  time.wallMs += hourMs
  assert.equal(nowMs(), beganMs + hourMs)
})

it('a rate limit that was reached ends on time when the system clock is set back by an hour', () => {
  const { time, clock } = world()
  const limits = memoryRateLimits(new CountBook(), clock)
  const mayPass = () => limits.mayPass({ merchantId: 'SHOP', name: 'API' }, [{ window: 'SECOND', max: 1 }])
  assert.deepEqual([mayPass(), mayPass()], [true, false])
  time.wallMs -= hourMs
  time.monotonicMs += 2_000
  assert.equal(mayPass(), true)
})
