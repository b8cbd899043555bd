import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { deleteOldMails, giveUpMails } from './mail-jobs.ts'

const now = new Date('2026-11-17T05:00:00Z')
const clock = { expiryTime: () => now }

/** A queue with so many old e-mails. */
function openQueue(old: number) {
  const seen = { left: old, calls: 0, before: new Date(0) }
  const end = async (before: Date, limit: number) => {
    const count = Math.min(limit, seen.left)
    Object.assign(seen, { left: seen.left - count, calls: seen.calls + 1, before })
    return count
  }
  const queue = {
    deleteOld: end,
    giveUp: ({ queuedBefore, limit }: { queuedBefore: Date; limit: number }) => end(queuedBefore, limit),
  }
  return { queue, seen }
}

describe('old e-mails', () => {
  it('are deleted after 30 days, also when there are more than one page of them', async () => {
    const { queue, seen } = openQueue(2_500)
    assert.equal(await deleteOldMails(queue, clock), 2_500)
    assert.deepEqual(seen, { left: 0, calls: 3, before: new Date('2026-10-18T05:00:00Z') })
  })

  it('that wait for a mail server are given up after a day', async () => {
    const { queue, seen } = openQueue(1_000)
    assert.equal(await giveUpMails(queue, clock), 1_000)
    assert.deepEqual(seen, { left: 0, calls: 2, before: new Date('2026-11-16T05:00:00Z') })
  })

  it('do not keep the database busy for long', async () => {
    const { queue, seen } = openQueue(1_000_000)
    assert.equal(await deleteOldMails(queue, clock), 50_000)
    assert.equal(seen.calls, 50)
  })
})
