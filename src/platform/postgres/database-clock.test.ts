// The clock of expiries, with clocks that the test sets: those of the system, of the process and of the database.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { databaseClock } from './database-clock.ts'

const hourMs = 3_600_000
const noon = Date.parse('2026-11-16T12:00:00.000Z')

function world({ systemMs = noon, databaseMs = noon }: { systemMs?: number; databaseMs?: number } = {}) {
  const time = { systemMs, databaseMs, monotonicMs: 1_000, suspendedMs: 0 }
  const database = { query: async () => ({ rows: [{ now: new Date(time.databaseMs) }] }) }
  const clock = databaseClock(database as never, {
    system: { now: () => new Date(time.systemMs), sleep: async () => {} },
    monotonicMs: () => time.monotonicMs,
    suspendedMs: () => time.suspendedMs,
  })
  const pass = (ms: number) => {
    time.systemMs += ms
    time.databaseMs += ms
    time.monotonicMs += ms
  }
  return { time, clock, pass, expiry: () => clock.expiryTime().getTime() }
}

describe('the clock for expiries', () => {
  it('passes by the monotonic clock when the system clock is set back or ahead', async () => {
    const { time, clock, pass, expiry } = world()
    await clock.read()
    for (const stepMs of [-hourMs, 3 * hourMs]) {
      const beforeMs = expiry()
      time.systemMs += stepMs
      pass(5_000)
      await clock.read()
      assert.equal(expiry() - beforeMs, 5_000)
    }
    assert.equal(clock.now().getTime(), noon + 10_000 + 2 * hourMs, 'timestamps follow the system')
  })

  it('is the database’s time, whatever the system clock says at the start', async () => {
    for (const systemMs of [noon - hourMs, noon + hourMs]) {
      const { clock, expiry } = world({ systemMs })
      await clock.read()
      assert.ok(Math.abs(expiry() - noon) <= 1, new Date(expiry()).toISOString())
    }
  })

  it('never goes back in a process, even when the database’s clock does', async () => {
    const { time, clock, pass, expiry } = world()
    await clock.read()
    time.databaseMs -= hourMs
    pass(5_000)
    await clock.read()
    assert.equal(expiry(), noon + 5_000)
  })

  it('goes ahead with the database’s clock: sessions end early rather than late', async () => {
    const { time, clock, expiry } = world()
    await clock.read()
    time.databaseMs += hourMs
    await clock.read()
    assert.equal(expiry(), noon + hourMs)
  })

  it('has the time for which the machine was suspended at once, and the database’s when that is read', async () => {
    const { time, clock, pass, expiry } = world()
    await clock.read()
    pass(1_000)
    time.suspendedMs += hourMs
    assert.equal(expiry(), noon + 1_000 + hourMs)
    time.databaseMs += hourMs
    await clock.read()
    pass(1_000)
    assert.equal(expiry(), noon + 2_000 + hourMs, 'once')
    time.suspendedMs += hourMs
    await clock.read()
    assert.equal(expiry(), noon + 2_000 + hourMs, 'it was the system clock that was set ahead')
  })

  it('does not change because an answer of the database was slow', async () => {
    const { time, clock, pass, expiry } = world()
    await clock.read()
    const beforeMs = expiry()
    const slow = databaseClock(
      {
        query: async () => {
          pass(300)
          const rows = [{ now: new Date(time.databaseMs) }]
          pass(700)
          return { rows }
        },
      } as never,
      { system: { now: () => new Date(time.systemMs), sleep: async () => {} }, monotonicMs: () => time.monotonicMs },
    )
    await slow.read()
    assert.equal(slow.expiryTime().getTime() - beforeMs, 1_000)
  })
})
