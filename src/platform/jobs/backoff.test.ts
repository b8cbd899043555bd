import assert from 'node:assert/strict'
import { it } from 'node:test'
import { backoffMs } from './backoff.ts'

it('the backoff starts at a minute, doubles each time, and never exceeds a day', () => {
  const minutes = [1, 2, 3, 4, 11, 12, 40, 4000].map((attempts) => backoffMs(attempts) / 60_000)
  assert.deepEqual(minutes, [1, 2, 4, 8, 1024, 1440, 1440, 1440])
  assert.equal(backoffMs(0), 60_000)
})
