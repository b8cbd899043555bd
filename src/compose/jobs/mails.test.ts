// The job that sends receipts, as the gateway starts and stops it.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { until } from '../../../test/support/checks/poll.ts'
import { openMetrics } from '../../platform/telemetry/metrics.ts'
import { oneServerPace } from '../database-forms.ts'
import { receiptSending } from './mails.ts'

describe('the job that sends receipts', () => {
  it('stops although receipts are added as fast as it sends them', async (test) => {
    const claims = { beforeStop: 0, afterStop: 0 }
    let phase: keyof typeof claims = 'beforeStop'
    const receiptQueue = {
      async claimDue() {
        await nextTurn()
        claims[phase] += 1
        const receipt = { merchantId: 'SHOP1', orderId: 'order-1', transactionId: '1', attempts: 1, details: {} }
        // It ends at some time, therefore the test does, too.
        return claims.afterStop < 100 ? [receipt] : []
      },
      end: async () => {},
    }
    const context = {
      ports: {
        receiptQueue,
        store: { findOrder: async () => undefined },
        clock: { expiryTime: () => new Date('2026-11-17T05:00:00Z') },
      },
      config: { smtpUrl: 'smtp://127.0.0.1:1', smtpFrom: 'receipts@pay.example' },
      metrics: openMetrics(),
      pace: oneServerPace,
      dueWork: { has: async () => true },
    }
    test.mock.timers.enable({ apis: ['setTimeout'] })
    const job = await receiptSending.start(context as never)
    test.mock.timers.tick(2_000)
    test.mock.timers.reset()
    await until(() => claims.beforeStop > 2, 'it sends one after the other')
    phase = 'afterStop'
    await job.stop()
    assert.ok(claims.afterStop <= 1, `${claims.afterStop} more were claimed`)
  })
})
