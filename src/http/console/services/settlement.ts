// Settlement: a merchant's batches with their totals, and closing the open one by hand.
import { formatMoney } from '../../../domain/money.ts'
import { type BatchClosed, closeBatch } from '../../../operations/settlement/close-batch.ts'
import type { SettlementBatch } from '../../../ports/search/search.ts'
import { nothingHere } from '../access.ts'
import { actorOf, type Desk, idOf } from '../context.ts'
import { pageOf, pageRows } from '../fields.ts'
import { withQuery } from '../read-fields.ts'
import { ok, refusal } from '../responses.ts'
import type { ConsoleRoute, Refusal } from '../route.ts'

export function settlementServices({ ports }: Desk): readonly ConsoleRoute[] {
  return [
    {
      method: 'GET',
      path: '/merchants/:merchantId/batches',
      purpose: 'Lists settlement batches with their totals, newest first, open ones included.',
      access: { kind: 'MERCHANT', right: 'VIEW' },
      handle: withQuery(pageRows, async (page, call) => {
        const { rows, next } = await ports.search.batches(idOf(call, 'merchantId'), pageOf(page))
        return ok({ rows: rows.map(shownBatch), ...(next !== undefined && { next }) })
      }),
    },
    {
      method: 'POST',
      path: '/merchants/:merchantId/batches/close',
      purpose: 'Closes the open batch: what is in it can be refunded, no longer voided.',
      access: { kind: 'MERCHANT', right: 'CAPTURE' },
      async handle(call) {
        const closed = await closeBatch({ merchantId: idOf(call, 'merchantId'), userId: actorOf(call) }, ports)
        if (closed.kind !== 'closed') return refusals[closed.kind]
        const { acquirerId, batch, totals } = closed
        return ok({
          acquirerId,
          batch,
          totals: totals.map(({ capturedMinor, refundedMinor, ...same }) => ({
            ...same,
            captured: formatMoney({ amountMinor: capturedMinor, currency: same.currency }),
            refunded: formatMoney({ amountMinor: refundedMinor, currency: same.currency }),
          })),
        })
      },
    },
  ]
}

const refusals: Readonly<Record<Exclude<BatchClosed['kind'], 'closed'>, Refusal>> = {
  noAcquirer: refusal(409, 'NO_ACQUIRER_LINK', 'Nothing talks to the acquirer that the profile names.'),
  noAnswer: refusal(503, 'NO_ANSWER', 'The acquirer did not answer; whether the batch is closed is not known.'),
  nothingOpen: refusal(409, 'NOTHING_OPEN', 'There is no open batch.'),
  unknownMerchant: nothingHere,
}

function shownBatch({ totals, ...batch }: SettlementBatch): object {
  return {
    ...batch,
    totals: totals.map(({ captured, refunded, ...same }) => ({
      ...same,
      captured: { count: captured.count, amount: formatMoney({ ...captured, currency: same.currency }) },
      refunded: { count: refunded.count, amount: formatMoney({ ...refunded, currency: same.currency }) },
    })),
  }
}
