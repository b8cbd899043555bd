// The job that sends receipts, as the gateway starts and stops it.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { until } from '../../../../test/support/checks/poll.ts'
import { type CheckoutJobDependencies, createCheckout } from '../../../checkout/create-checkout.ts'
import { oneServerPace } from '../../jobs/job.ts'
import { openMetrics } from '../../telemetry/metrics.ts'

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
    const { jobs } = createCheckout({
      receiptQueue,
      store: { findOrder: async () => undefined },
      clock: { expiryTime: () => new Date('2026-11-17T05:00:00Z') },
      config: { smtpUrl: 'smtp://127.0.0.1:1', smtpFrom: 'receipts@pay.example' },
    } as unknown as CheckoutJobDependencies)
    const sending = jobs.find(({ name }) => name === 'send receipts by e-mail') ?? assert.fail('no such job')
    const context = {
      metrics: openMetrics(),
      pace: oneServerPace,
      dueWork: { has: async () => true },
    }
    test.mock.timers.enable({ apis: ['setTimeout'] })
    const job = await sending.start(context as never)
    test.mock.timers.tick(2_000)
    test.mock.timers.reset()
    await until(() => claims.beforeStop > 2, 'it sends one after the other')
    phase = 'afterStop'
    await job.stop()
    assert.ok(claims.afterStop <= 1, `${claims.afterStop} more were claimed`)
  })
})
