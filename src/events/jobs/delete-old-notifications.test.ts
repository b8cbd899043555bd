import assert from 'node:assert/strict'
import { it } from 'node:test'
import { deleteOldNotifications } from './delete-old-notifications.ts'

it('the retention job drops months, and deletes delivered notifications outside of months page by page and a bounded number a run', async () => {
  let left = 60_500
  const requested = new Set<string>()
  const deleteDelivered = async (before: Date, limit: number) => {
    requested.add(before.toISOString())
    const deleted = Math.min(left, limit)
    left -= deleted
    return deleted
  }
  const dropMonthsBefore = async (before: Date) => void requested.add(before.toISOString())
  const clock = { now: () => new Date('2026-11-15T00:00:00.000Z') }
  const run = () => deleteOldNotifications({ deliveries: { dropMonthsBefore, deleteDelivered }, clock }, { days: 90 })
  assert.deepEqual([await run(), await run(), await run()], [50_000, 10_500, 0])
  assert.deepEqual([...requested], ['2026-08-17T00:00:00.000Z'])
})
