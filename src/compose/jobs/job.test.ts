// How often jobs look for work.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { lookEveryMs } from './job.ts'

describe('a look for work', () => {
  it('is as often as the job says on one server', () => {
    for (const everyMs of [250, 1_000, 60_000]) assert.equal(lookEveryMs({ isDistributed: false }, everyMs), everyMs)
  })

  it('is rarer on a distributed database, and never by more than some seconds', () => {
    const rare = [250, 1_000, 2_000, 5_000, 60_000].map((everyMs) => lookEveryMs({ isDistributed: true }, everyMs))
    assert.deepEqual(rare, [1_000, 4_000, 4_000, 5_000, 60_000])
  })
})
