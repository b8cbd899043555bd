import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { backoffMs, type RepeatOptions, repeatJob, runAgain } from './repeat.ts'

type Run = (names: ReadonlySet<string> | undefined) => Promise<unknown>

/** A job whose time passes by `after`; its runs are noted by the names that woke them. */
function world(test: TestContext, options: Partial<RepeatOptions> = {}, run: Run = async () => undefined) {
  test.mock.timers.enable({ apis: ['setTimeout'] })
  const runs: (readonly string[] | 'ANY')[] = []
  const errors: unknown[] = []
  const noted: Run = async (names) => {
    runs.push(names ? [...names] : 'ANY')
    return run(names)
  }
  const job = repeatJob(noted, { everyMs: 1_000, onError: (error) => errors.push(error), ...options })
  const after = async (ms: number) => {
    test.mock.timers.tick(ms)
    await nextTurn()
  }
  return { job, runs, errors, after }
}

describe('a repeated job', () => {
  it('runs after a pause, which begins when the run before it has ended', async (test) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const { runs, after } = world(test, {}, () => promise)
    await after(999)
    assert.deepEqual(runs, [])
    await after(1)
    await after(5_000)
    assert.deepEqual(runs, ['ANY'])
    resolve()
    await nextTurn()
    await after(999)
    assert.deepEqual(runs, ['ANY'])
    await after(1)
    assert.deepEqual(runs, ['ANY', 'ANY'])
  })

  it('processes wake-ups together that gather within a moment, beside its own time', async (test) => {
    const { job, runs, after } = world(test, { gatherMs: 20 })
    await after(900)
    job.wake('A')
    job.wake('B')
    job.wake('A')
    assert.deepEqual(runs, [])
    await after(20)
    assert.deepEqual(runs, [['A', 'B']])
    await after(80)
    assert.deepEqual(runs, [['A', 'B'], 'ANY'])
  })

  it('runs once more for all that is woken during a run, and never twice at a time', async (test) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const { job, runs } = world(test, {}, () => promise)
    for (const name of ['A', 'B', 'C']) job.wake(name)
    assert.deepEqual(runs, [['A']])
    resolve()
    await nextTurn()
    assert.deepEqual(runs, [['A'], ['B', 'C']])
  })

  it('that is woken without a name looks for any work, and then after its pause', async (test) => {
    const { job, runs, after } = world(test)
    await after(900)
    job.wake()
    await after(0)
    await after(999)
    assert.deepEqual(runs, ['ANY'])
    await after(1)
    assert.deepEqual(runs, ['ANY', 'ANY'])
  })

  it('runs again at once when it says so', async (test) => {
    let left = 2
    const { runs, after } = world(test, {}, async () => (left-- > 0 ? runAgain : undefined))
    for (const ms of [1_000, 0, 0, 0]) await after(ms)
    assert.deepEqual(runs, ['ANY', 'ANY', 'ANY'])
  })

  it('looks for any work only where some is due, and follows wake-ups by name without asking', async (test) => {
    const due = { isSome: false }
    const { job, runs, after } = world(test, { isDue: async () => due.isSome })
    await after(1_000)
    job.wake()
    await nextTurn()
    assert.deepEqual(runs, [])
    job.wake('A')
    await nextTurn()
    due.isSome = true
    await after(1_000)
    assert.deepEqual(runs, [['A'], 'ANY'])
  })

  it('that fails is reported, and runs again after the pause for failures', async (test) => {
    const { runs, errors, after } = world(test, { afterFailureMs: 4_000 }, async () => {
      throw new Error('no database')
    })
    await after(1_000)
    await after(3_999)
    assert.deepEqual([runs.length, errors.map(String)], [1, ['Error: no database']])
    await after(1)
    assert.equal(runs.length, 2)
  })

  it('has stopped when the run under way is over, and is not woken afterwards', async (test) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const { job, runs, after } = world(test, {}, () => promise)
    job.wake('A')
    job.wake('B')
    let isStopped = false
    const stopped = job.stop().then(() => {
      isStopped = true
    })
    await nextTurn()
    assert.equal(isStopped, false)
    resolve()
    await stopped
    job.wake('C')
    await after(10_000)
    assert.deepEqual(runs, [['A']])
  })
})

it('the backoff starts at a minute, doubles each time, and never exceeds a day', () => {
  const minutes = [1, 2, 3, 4, 11, 12, 40, 4000].map((attempts) => backoffMs(attempts) / 60_000)
  assert.deepEqual(minutes, [1, 2, 4, 8, 1024, 1440, 1440, 1440])
  assert.equal(backoffMs(0), 60_000)
})
