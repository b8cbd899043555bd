import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { TransactionKey } from '../ports/transactions.ts'
import { createAccountEraser } from './erase-old-accounts.ts'

it('the job pages through all transactions, pauses for a day, and starts again', async () => {
  let now = new Date('2026-11-15T00:00:00.000Z')
  const keyOf = (page: number): TransactionKey => ({ merchantId: 'M', orderId: `o${page}`, transactionId: '1' })
  const calls: { before: string; after: string | undefined }[] = []
  const retention = {
    async eraseAccounts({ before, after }: { before: Date; after: TransactionKey | undefined }) {
      calls.push({ before: before.toISOString(), after: after?.orderId })
      return calls.length % 3 === 0 ? { erased: 0, last: undefined } : { erased: 2, last: keyOf(calls.length) }
    },
  }
  const run = createAccountEraser(
    { retention, clock: { now: () => now, expiryTime: () => now, sleep: async () => {} } },
    { days: 10 },
  )

  assert.equal(await run(), 4)
  assert.deepEqual(
    calls.map(({ after }) => after),
    [undefined, 'o1', 'o2'],
  )
  assert.equal(calls[0]?.before, '2026-11-05T00:00:00.000Z')
  assert.equal(await run(), 0, 'it rests')
  assert.equal(calls.length, 3)
  now = new Date('2026-11-16T00:00:00.000Z')
  assert.equal(await run(), 4)
})
