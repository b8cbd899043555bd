// Settlement batches.
import type { ConformanceCheck } from '../check.ts'
import { expect } from '../failure.ts'

export const batchChecks: readonly ConformanceCheck[] = [
  {
    name: 'says in which batch a payment, a capture and a refund are settled',
    needs: ['batchClosing'],
    async run({ approve, payment, authorization, following }) {
      const captured = await approve(following('CAPTURE', await approve(authorization())))
      const refunded = await approve(following('REFUND', captured))
      for (const { request, answer } of [await approve(payment()), captured, refunded])
        expect(Number.isSafeInteger(answer.batch), `${request.kind} must have the number of a batch`)
    },
  },
  {
    name: 'closes a batch with the sum of what stands in it',
    needs: ['batchClosing'],
    async run({ approve, payment, following, closeBatch, reverse, acquirer }) {
      await closeBatch()
      const paid = await approve(payment())
      await approve(payment({ amountMinor: 7_00n }))
      await approve(following('REFUND', paid, 4_00n))
      if (acquirer.capabilities.voidWindowMs !== 0) await approve(following('VOID', await approve(payment())))
      if (acquirer.capabilities.canReverse) await reverse((await approve(payment())).request)
      const closed = await closeBatch()
      expect(closed.kind === 'closed', `a batch with payments must be closed, and was ${closed.kind}`)
      expect(closed.batch === paid.answer.batch, `batch ${closed.batch} was closed, and the payment is in another`)
      const [total, ...others] = closed.totals
      const isExact =
        total?.currency === paid.request.currency &&
        total.capturedMinor === 17_00n &&
        total.refundedMinor === 4_00n &&
        total.count === 3
      const sums = `${total?.capturedMinor} captured and ${total?.refundedMinor} refunded in ${total?.count} transactions`
      expect(isExact && others.length === 0, `1700 captured and 400 refunded in 3 transactions were closed as ${sums}`)
    },
  },
  {
    name: 'has nothing to close when nothing has moved since',
    needs: ['batchClosing'],
    async run({ closeBatch }) {
      await closeBatch()
      const { kind } = await closeBatch()
      expect(kind === 'nothingOpen', `an empty batch must be nothingOpen, and was ${kind}`)
    },
  },
  {
    name: 'refunds what was settled, and does not void it',
    needs: ['batchClosing'],
    async run({ approve, refuse, payment, following, closeBatch }) {
      const paid = await approve(payment())
      await closeBatch()
      await refuse(following('VOID', paid))
      const { answer } = await approve(following('REFUND', paid))
      expect((answer.batch ?? 0) > (paid.answer.batch ?? 0), 'the next batch must have a higher number')
    },
  },
  {
    name: 'does not say that it closed a batch',
    needs: ['noBatchClosing'],
    async run({ closeBatch }) {
      const { kind } = await closeBatch()
      expect(kind !== 'closed', 'without closesBatches no batch is closed on request')
    },
  },
]
