// Settlement: a merchant's batches with their totals, and closing the open one manually.
import { boolean, currency } from '../../contract/field-types.ts'
import { transactionRows } from '../../contract/groups/transaction.ts'
import { formatMoney } from '../../kernel/money.ts'
import type { ResultPage } from '../../kernel/page.ts'
import type { SettlementBatchTotal } from '../../payments/index.ts'
import type { SettlementBatch, TransactionSearchResult } from '../../search/index.ts'
import {
  type AcquirerSettlementBatch,
  type CloseSettlementBatchResult,
  closeSettlementBatch,
  findHeldPayments,
} from '../../settlement/index.ts'
import { pathNotFound } from '../access.ts'
import { type ConsoleContext, callActor, findCardMasking, pathId } from '../context.ts'
import { pageQueryOf, pageRows, withBody, withQuery } from '../fields.ts'
import type {
  ClosedSettlementBatchBody,
  ClosedSettlementBatchesBody,
  ClosingBody,
  SettlementBatchBody,
  SettlementBatchTransactionBody,
} from '../response-bodies/reports.ts'
import { consoleRefusal, okResponse, unknownResource } from '../responses.ts'
import type { ConsoleCall, ConsoleRefusal, ConsoleRoute } from '../route.ts'
import { maskFoundAccount, transactionListItem } from './search-results.ts'

const view = { kind: 'MERCHANT', permission: 'VIEW' } as const

export function settlementServices(context: ConsoleContext): readonly ConsoleRoute[] {
  const { dependencies } = context
  return [
    {
      method: 'GET',
      path: '/merchants/:merchantId/batches',
      purpose: 'Lists settlement batches with their totals, newest first, including open ones.',
      access: view,
      handle: withQuery({ currency: currency(), ...pageRows }, async ({ currency: of, ...page }, call) => {
        const wanted = { ...pageQueryOf(page), currency: of }
        const { rows, next } = await dependencies.search.batches(pathId(call, 'merchantId'), wanted)
        return okResponse<ResultPage<SettlementBatchBody>>({ rows: rows.map(batchBody), next })
      }),
    },
    {
      method: 'GET',
      path: '/merchants/:merchantId/batches/:acquirerId/:batch',
      purpose: 'Shows a settlement batch with its totals.',
      access: view,
      async handle(call) {
        const found = await dependencies.search.batch(batchName(call))
        return found ? okResponse<SettlementBatchBody>(batchBody(found)) : unknownResource('batch')
      },
    },
    {
      method: 'GET',
      path: '/merchants/:merchantId/batches/:acquirerId/:batch/transactions',
      purpose: 'Lists the transactions that the totals of a settlement batch count, newest first.',
      access: view,
      handle: withQuery({ currency: currency(), ...pageRows }, async ({ currency: of, ...page }, call) => {
        const wanted = { ...batchName(call), currency: of }
        const masking = await findCardMasking(wanted.merchantId, context)
        const { rows, next } = await dependencies.search.batchTransactions(wanted, pageQueryOf(page))
        const shown = rows.map((row) => batchTransactionBody(maskFoundAccount(row, masking)))
        return okResponse<ResultPage<SettlementBatchTransactionBody>>({ rows: shown, next })
      }),
    },
    {
      method: 'POST',
      path: '/merchants/:merchantId/batches/close',
      purpose:
        'Closes the open batch at the given acquirer, or at each; its transactions can then be refunded but no longer voided.',
      access: { kind: 'MERCHANT', permission: 'CAPTURE' },
      handle: withBody(closingRows, async ({ acquirerId, settlesReviews = false }, call) => {
        const merchantId = pathId(call, 'merchantId')
        if (!settlesReviews && (await findHeldPayments({ merchantId, acquirerId }, dependencies)).length > 0)
          return settlesReviewsRefusal
        const closed = await closeSettlementBatch({ merchantId, userId: callActor(call), acquirerId }, dependencies)
        if (closed.kind !== 'CLOSED') return refusals[closed.kind]
        const { batches, differing, silent, inFlight } = closed
        return okResponse<ClosedSettlementBatchesBody>({
          batches: batches.map(closedBatchBody),
          differing,
          silent,
          inFlight,
        })
      }),
    },
  ]
}

const closingRows = { acquirerId: transactionRows.acquirer.rows.id, settlesReviews: boolean() } as const

const settlesReviewsRefusal = consoleRefusal(
  409,
  'PAYMENTS_IN_REVIEW',
  'The batch contains payments that are in review, which would be settled. Decide them first, or confirm that they are settled.',
)

const refusals: Readonly<Record<Exclude<CloseSettlementBatchResult['kind'], 'CLOSED'>, ConsoleRefusal>> = {
  NO_ACQUIRER: consoleRefusal(409, 'NO_ACQUIRER_LINK', 'No adapter is available for the acquirer in the profile.'),
  IN_FLIGHT: consoleRefusal(
    409,
    'IN_FLIGHT',
    'Transactions of the batch have no outcome yet. It will be closed when they have.',
  ),
  NO_ANSWER: consoleRefusal(
    503,
    'NO_ANSWER',
    'The acquirer has not responded yet. It is not known whether the batch was closed.',
  ),
  NOT_SUPPORTED: consoleRefusal(
    409,
    'NOT_SUPPORTED',
    'The acquirer closes batches on its own schedule, not on request.',
  ),
  NOTHING_OPEN: consoleRefusal(409, 'NOTHING_OPEN', 'There is no open batch.'),
  UNKNOWN_MERCHANT: pathNotFound,
}

function closedBatchBody({
  acquirerId,
  batch,
  totals,
  isOwnCount = false,
}: AcquirerSettlementBatch): ClosedSettlementBatchBody {
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

function batchBody({ totals, closing, ...batch }: SettlementBatch): SettlementBatchBody {
  return {
    ...batch,
    closing: closing && closingBody(closing),
    totals: totals.map(({ scheme, currency: of, captured, refunded, fees }) => {
      const money = (amountMinor: bigint) => formatMoney({ amountMinor, currency: of })
      return {
        scheme,
        currency: of,
        captured: { count: captured.count, amount: money(captured.amountMinor) },
        refunded: { count: refunded.count, amount: money(refunded.amountMinor) },
        fees: { count: fees.count, amount: money(fees.amountMinor) },
        net: money(captured.amountMinor - refunded.amountMinor - fees.amountMinor),
      }
    }),
  }
}

function batchName(call: ConsoleCall) {
  const [merchantId, acquirerId] = [pathId(call, 'merchantId'), pathId(call, 'acquirerId')]
  return { merchantId, acquirerId, batch: Number(pathId(call, 'batch')) }
}

function batchTransactionBody(found: TransactionSearchResult): SettlementBatchTransactionBody {
  const isPayment = found.type === 'CAPTURE' || found.type === 'PAYMENT'
  const net = formatMoney({ ...found, amountMinor: isPayment ? found.amountMinor : -found.amountMinor })
  return { ...transactionListItem(found), net }
}

function closingBody({ difference, ...closing }: NonNullable<SettlementBatch['closing']>): ClosingBody {
  if (!difference) return closing
  const { why, ours, theirs } = difference
  return { ...closing, difference: { why, ours: ours.map(totalBody), theirs: theirs.map(totalBody) } }
}

function totalBody({ currency: of, capturedCount, capturedMinor, refundedCount, refundedMinor }: SettlementBatchTotal) {
  const money = (amountMinor: bigint) => formatMoney({ amountMinor, currency: of })
  return {
    currency: of,
    captured: { count: capturedCount, amount: money(capturedMinor) },
    refunded: { count: refundedCount, amount: money(refundedMinor) },
  }
}
