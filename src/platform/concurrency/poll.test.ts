import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { poll } from './poll.ts'

describe('polling', () => {
  it('pauses longer each time, up to the longest pause, until the condition is met', async () => {
    const pauses: number[] = []
    let reads = 0
    const read = async () => {
      reads += 1
      return reads
    }
    const pause = async (ms: number) => void pauses.push(ms)
    const value = await poll(read, (seen) => seen === 5, {
      timeoutMs: 60_000,
      firstPauseMs: 10,
      longestPauseMs: 40,
      pause,
    })
    assert.equal(value, 5)
    assert.deepEqual(pauses, [10, 20, 40, 40])
  })

  it('gives the last value when the time is up', async () => {
    const options = { timeoutMs: 0, firstPauseMs: 1, longestPauseMs: 1 }
    assert.equal(
      await poll(
        async () => 'still open',
        () => false,
        options,
      ),
      'still open',
    )
  })
})
