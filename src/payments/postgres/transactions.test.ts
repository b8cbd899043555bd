import assert from 'node:assert/strict'
import { it } from 'node:test'
import { attemptOn } from '../../../test/support/builders/money-rows.ts'
import { elapsedMs } from '../../platform/concurrency/elapsed-time.ts'
import type { MoneyPath } from './money-path.ts'
import { onOneServer, openTransactions } from './transactions.ts'

const lostConnection = () => Object.assign(new Error('the database did not answer in time'), { code: 'ETIMEDOUT' })

it('the time for which the machine was suspended counts when an attempt is looked up again', async (t) => {
  let lookUps = 0
  const path = {
    isWaitedFor: false,
    async recordAttempts() {
      const resumedAt = Date.now() + 3_600_000
      t.mock.method(Date, 'now', () => resumedAt)
      elapsedMs()
      throw lostConnection()
    },
    async classify() {
      lookUps += 1
      throw lostConnection()
    },
  } as unknown as MoneyPath
  const transactions = openTransactions(onOneServer(path))
  const key = { merchantId: 'TESTMERCHANT', orderId: 'order', transactionId: '1' }
  await assert.rejects(transactions.recordAttempt(attemptOn(key)), { code: 'ETIMEDOUT' })
  assert.equal(lookUps, 1)
})
