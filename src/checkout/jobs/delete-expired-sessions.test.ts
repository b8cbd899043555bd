import assert from 'node:assert/strict'
import { it } from 'node:test'
import { deleteExpiredSessions } from './delete-expired-sessions.ts'

const now = new Date('2026-11-15T00:00:00.000Z')

function storeWith(expired: number) {
  let left = expired
  const calls: [at: string, limit: number][] = []
  const deleteExpired = async (at: Date, limit: number) => {
    calls.push([at.toISOString(), limit])
    const deleted = Math.min(left, limit)
    left -= deleted
    return deleted
  }
  const none = { deleteExpired: async () => 0 }
  return {
    calls,
    dependencies: {
      sessions: { deleteExpired },
      checkouts: none,
      deviceAuthentications: none,
      usedPayloads: none,
      clock: { expiryTime: () => now },
    },
  }
}

it('the deletion job deletes page by page until nothing is left', async () => {
  const { calls, dependencies } = storeWith(2_500)
  assert.equal(await deleteExpiredSessions(dependencies), 2_500)
  assert.deepEqual(calls, Array(3).fill([now.toISOString(), 1_000]))
  assert.equal(await deleteExpiredSessions(dependencies), 0)
})

it('the deletion job leaves the rest to the next run when there is very much', async () => {
  const { calls, dependencies } = storeWith(60_000)
  assert.equal(await deleteExpiredSessions(dependencies), 50_000)
  assert.equal(calls.length, 50)
  assert.equal(await deleteExpiredSessions(dependencies), 10_000)
})
