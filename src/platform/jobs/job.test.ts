// How often jobs look for work, and how loudly they fail.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { StoreOverloaded } from '../../kernel/failures.ts'
import { errorLogger, nodesPace, oneServerPace } from './job.ts'

describe('a look for work', () => {
  it('is as often as the job says on one server', () => {
    for (const everyMs of [250, 1_000, 60_000]) assert.equal(oneServerPace(everyMs), everyMs)
  })

  it('is rarer on a distributed database, and never by more than some seconds', () => {
    const rare = [250, 1_000, 2_000, 5_000, 60_000].map((everyMs) => nodesPace(everyMs))
    assert.deepEqual(rare, [1_000, 4_000, 4_000, 5_000, 60_000])
  })
})

describe('a job that fails', () => {
  const levelOf = (error: unknown) => {
    const levels: string[] = []
    const log = { debug: () => levels.push('debug'), error: () => levels.push('error') }
    errorLogger({ log } as never, 'the work failed; will retry')(error)
    return levels
  }

  it('is silent during an outage, which is logged for all jobs', () => {
    assert.deepEqual(levelOf(new StoreOverloaded('the server is starting')), ['debug'])
  })

  it('logs an error of its own, also when a statement took too long', () => {
    const slow = Object.assign(new StoreOverloaded('statement timeout'), { code: '57014' })
    assert.deepEqual([...levelOf(slow), ...levelOf(new Error('no such column'))], ['error', 'error'])
  })
})
