// Settlement: a merchant's batches with their totals, and closing the open one manually.

import { transactionRows } from '../../../contract/groups/transaction.ts'
import { formatMoney } from '../../../domain/money.ts'
import { omitUndefined } from '../../../domain/omit-undefined.ts'
import { type AcquirerBatch, type CloseBatchResult, closeBatch } from '../../../operations/settlement/close-batch.ts'
import type { BatchTotal } from '../../../ports/acquirers/batches.ts'
import type { ResultPage, SettlementBatch } from '../../../ports/search/search.ts'
import { pathNotFound } from '../access.ts'
import { type ConsoleContext, callActor, pathId } from '../context.ts'
import { pageQueryOf, pageRows } from '../fields.ts'
import { withBody, withQuery } from '../read-fields.ts'
import type { BatchBody, ClosedBatchBody, ClosedBatchesBody, ClosingBody } from '../response-bodies/settlement.ts'
import { consoleRefusal, okResponse } from '../responses.ts'
import type { ConsoleRefusal, ConsoleRoute } from '../route.ts'

export function settlementServices({ ports }: ConsoleContext): readonly ConsoleRoute[] {
  return [
    {
      method: 'GET',
      path: '/merchants/:merchantId/batches',
      purpose: 'Lists settlement batches with their totals, newest first, including open ones.',
      access: { kind: 'MERCHANT', right: 'VIEW' },
      handle: withQuery(pageRows, async (page, call) => {
        const { rows, next } = await ports.search.batches(pathId(call, 'merchantId'), pageQueryOf(page))
        return okResponse<ResultPage<BatchBody>>({ rows: rows.map(batchBody), ...omitUndefined({ next }) })
      }),
    },
    {
      method: 'POST',
      path: '/merchants/:merchantId/batches/close',
      purpose:
        'Closes the open batch at the given acquirer, or at each; its transactions can then be refunded but no longer voided.',
      access: { kind: 'MERCHANT', right: 'CAPTURE' },
      handle: withBody({ acquirerId: transactionRows.acquirer.rows.id }, async ({ acquirerId }, call) => {
        const merchantId = pathId(call, 'merchantId')
        const closed = await closeBatch({ merchantId, userId: callActor(call), acquirerId }, ports)
        if (closed.kind !== 'closed') return refusals[closed.kind]
        const { batches, differing, silent, inFlight } = closed
        return okResponse<ClosedBatchesBody>({ batches: batches.map(closedBatchBody), differing, silent, inFlight })
      }),
    },
  ]
}

const refusals: Readonly<Record<Exclude<CloseBatchResult['kind'], 'closed'>, ConsoleRefusal>> = {
  noAcquirer: consoleRefusal(409, 'NO_ACQUIRER_LINK', 'No adapter is available for the acquirer in the profile.'),
  inFlight: consoleRefusal(
    409,
    'IN_FLIGHT',
    'Transactions of the batch have no outcome yet. It will be closed when they have.',
  ),
  noAnswer: consoleRefusal(
    503,
    'NO_ANSWER',
    'The acquirer has not responded yet. It is not known whether the batch was closed.',
  ),
  notSupported: consoleRefusal(
    409,
    'NOT_SUPPORTED',
    'The acquirer closes batches on its own schedule, not on request.',
  ),
  nothingOpen: consoleRefusal(409, 'NOTHING_OPEN', 'There is no open batch.'),
  unknownMerchant: pathNotFound,
}

function closedBatchBody({ acquirerId, batch, totals, isOwnCount = false }: AcquirerBatch): ClosedBatchBody {
  return {
    acquirerId,
    batch,
    isOwnCount,
    totals: totals.map(({ capturedMinor, refundedMinor, ...same }) => ({
      ...same,
      captured: formatMoney({ amountMinor: capturedMinor, currency: same.currency }),
      refunded: formatMoney({ amountMinor: refundedMinor, currency: same.currency }),
    })),
  }
}

function batchBody({ totals, closing, ...batch }: SettlementBatch): BatchBody {
  return {
    ...batch,
    ...(closing && { closing: closingBody(closing) }),
    totals: totals.map(({ captured, refunded, ...same }) => ({
      ...same,
      captured: { count: captured.count, amount: formatMoney({ ...captured, currency: same.currency }) },
      refunded: { count: refunded.count, amount: formatMoney({ ...refunded, currency: same.currency }) },
    })),
  }
}

function closingBody({ difference, ...closing }: NonNullable<SettlementBatch['closing']>): ClosingBody {
  if (!difference) return closing
  const { why, ours, theirs } = difference
  return { ...closing, difference: { why, ours: ours.map(totalBody), theirs: theirs.map(totalBody) } }
}

function totalBody({ currency, capturedCount, capturedMinor, refundedCount, refundedMinor }: BatchTotal) {
  return {
    currency,
    captured: { count: capturedCount, amount: formatMoney({ amountMinor: capturedMinor, currency }) },
    refunded: { count: refundedCount, amount: formatMoney({ amountMinor: refundedMinor, currency }) },
  }
}
