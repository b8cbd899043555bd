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
      for (const { request, response } of [await approve(payment()), captured, refunded])
        expect(Number.isSafeInteger(response.batch), `${request.kind} must have the number of a batch`)
    },
  },
  {
    name: 'closes a batch with the sum of what stands in it',
    needs: ['batchClosing', 'batchTotals'],
    async run({ approve, payment, following, closeBatch, reverse, acquirer }) {
      await closeBatch()
      const paid = await approve(payment())
      await approve(payment({ amountMinor: 7_00n }))
      await approve(following('REFUND', paid, 4_00n))
      if (acquirer.capabilities.voidWindowMs !== 0) await approve(following('VOID', await approve(payment())))
      if (acquirer.capabilities.canReverse) await reverse((await approve(payment())).request)
      const closed = await closeBatch()
      expect(closed.kind === 'CLOSED', `a batch with payments must be closed, and was ${closed.kind}`)
      expect(closed.batch === paid.response.batch, `batch ${closed.batch} was closed, and the payment is in another`)
      const [total, ...others] = closed.totals ?? []
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
    name: 'closes a batch without totals that it does not know',
    needs: ['batchClosing', 'noBatchTotals'],
    async run({ approve, payment, closeBatch }) {
      await closeBatch()
      const paid = await approve(payment())
      const closed = await closeBatch()
      expect(closed.kind === 'CLOSED', `a batch with payments must be closed, and was ${closed.kind}`)
      expect(closed.batch === paid.response.batch, `batch ${closed.batch} was closed, and the payment is in another`)
      expect(closed.totals === undefined, 'where batchTotals is NONE, there must be no totals')
    },
  },
  {
    name: 'does not close a batch whose totals differ',
    needs: ['reconciliation'],
    async run({ approve, payment, closeBatch }) {
      await closeBatch()
      await approve(payment())
      const wrong = await closeBatch(({ count }) => ({
        async count() {
          const totals = await count()
          return totals === 'IN_FLIGHT'
            ? totals
            : totals.map((total) => ({ ...total, capturedMinor: total.capturedMinor + 1n }))
        },
      }))
      expect(wrong.kind === 'OUT_OF_BALANCE', `a batch whose totals differ must be outOfBalance, and was ${wrong.kind}`)
      const right = await closeBatch()
      expect(right.kind === 'CLOSED', `with the right totals it must be closed, and was ${right.kind}`)
    },
  },
  {
    name: 'does not close a batch while transactions of it are in flight',
    needs: ['reconciliation'],
    async run({ approve, payment, closeBatch }) {
      await closeBatch()
      await approve(payment())
      const { kind } = await closeBatch(() => ({ count: async () => 'IN_FLIGHT' }))
      expect(kind === 'IN_FLIGHT', `it must be inFlight, and was ${kind}`)
    },
  },
  {
    name: 'sends no totals that could not be recorded before',
    needs: ['reconciliation', 'voids'],
    async run({ approve, payment, following, closeBatch }) {
      await closeBatch()
      const paid = await approve(payment())
      const { kind } = await closeBatch(() => ({ save: async () => false }))
      expect(kind === 'NO_ANSWER', `where another process goes on it must be noAnswer, and was ${kind}`)
      await approve(following('VOID', paid))
    },
  },
  {
    name: 'goes on with a batch that a process has begun to close and left',
    needs: ['reconciliation'],
    async run({ approve, payment, closeBatch }) {
      await closeBatch()
      // Before the first totals are sent, and after the acquirer has answered them.
      for (const savesBeforeItEnds of [1, 2]) {
        await approve(payment())
        let saves = 0
        const left = new Error('the process ends here')
        const closing = closeBatch(({ save }) => ({
          async save(progress) {
            saves += 1
            if (saves === 2) throw left
            const isSaved = await save(progress)
            if (saves === savesBeforeItEnds) throw left
            return isSaved
          },
        }))
        await closing.catch(() => undefined)
        const closed = await closeBatch()
        expect(closed.kind === 'CLOSED', `what was begun must be closed, and was ${closed.kind}`)
        const [total, ...others] = closed.totals ?? []
        expect(total?.count === 1 && others.length === 0, 'it must be closed with the totals that were sent')
      }
    },
  },
  {
    name: 'has nothing to close when nothing has moved since',
    needs: ['batchClosing'],
    async run({ closeBatch }) {
      await closeBatch()
      const { kind } = await closeBatch()
      expect(kind === 'NOTHING_OPEN', `an empty batch must be nothingOpen, and was ${kind}`)
    },
  },
  {
    name: 'refunds what was settled, and does not void it',
    needs: ['batchClosing'],
    async run({ approve, refuse, payment, following, closeBatch }) {
      const paid = await approve(payment())
      await closeBatch()
      await refuse(following('VOID', paid))
      const { response } = await approve(following('REFUND', paid))
      expect((response.batch ?? 0) > (paid.response.batch ?? 0), 'the next batch must have a higher number')
    },
  },
  {
    name: 'does not say that it closed a batch',
    needs: ['noBatchClosing'],
    async run({ closeBatch }) {
      const { kind } = await closeBatch()
      expect(kind !== 'CLOSED', 'without closesBatches no batch is closed on request')
    },
  },
]
