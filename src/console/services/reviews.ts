// The review queue: payments that a risk rule held back, and refund requests.
import { enumeration } from '../../contract/field-types.ts'
import { required } from '../../contract/row.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import type { ResultPage } from '../../kernel/page.ts'
import { isRejection } from '../../kernel/rejection.ts'
import {
  approveRefund,
  declineRefund,
  type OrderKey,
  type RefundDecisionResult,
  type ReviewResult,
  reviewOrder,
} from '../../payments/index.ts'
import { type ConsoleContext, callActor, findCardMasking, pathId } from '../context.ts'
import { pageQueryOf, pageRows, refuseNote, withBody, withQuery } from '../fields.ts'
import { reviewRows } from '../request-bodies.ts'
import type { DeclinedRefundBody, ReviewDecisionBody, ReviewListItemBody } from '../response-bodies/orders.ts'
import { consoleRefusal, okResponse, refusalForRejection, unknownResource } from '../responses.ts'
import type { ConsoleCall, ConsoleRefusal, ConsoleResponse, ConsoleRoute } from '../route.ts'
import { maskFoundAccount, transactionListItem } from './search-results.ts'
import { transactionResponse } from './transaction-response.ts'

const decide = { kind: 'MERCHANT', permission: 'APPROVE' } as const

export function reviewServices(context: ConsoleContext): readonly ConsoleRoute[] {
  const { dependencies } = context
  const decision = (call: ConsoleCall) => ({
    key: { merchantId: pathId(call, 'merchantId'), orderId: pathId(call, 'orderId') },
    transactionId: pathId(call, 'transactionId'),
    userId: callActor(call),
    requestId: call.requestId,
  })

  return [
    {
      method: 'GET',
      path: '/merchants/:merchantId/reviews',
      purpose: 'Lists payments or refunds waiting for a decision: kind RISK or REFUND_REQUEST.',
      access: { kind: 'MERCHANT', permission: 'VIEW' },
      handle: withQuery(
        { ...pageRows, kind: required(enumeration(['RISK', 'REFUND_REQUEST'])) },
        async ({ kind, ...page }, call) => {
          const merchantId = pathId(call, 'merchantId')
          const { rows, next } = await dependencies.search.reviewQueue(merchantId, kind, pageQueryOf(page))
          const masking = await findCardMasking(merchantId, context)
          return okResponse<ResultPage<ReviewListItemBody>>({
            rows: rows.map((row) => transactionListItem(maskFoundAccount(row, masking))),
            next,
          })
        },
      ),
    },
    {
      method: 'POST',
      path: '/merchants/:merchantId/orders/:orderId/review',
      purpose: 'Accepts or rejects a payment held for review; rejected payments are reversed.',
      access: decide,
      handle: withBody(reviewRows, async ({ decision: decided, note: words }, call) => {
        const badNote = refuseNote(words, 'note')
        if (badNote) return badNote
        const key = { merchantId: pathId(call, 'merchantId'), orderId: pathId(call, 'orderId') }
        const input = { key, decision: decided, userId: callActor(call), ...omitUndefined({ note: words }) }
        return reviewResponse(await reviewOrder(input, dependencies))
      }),
    },
    {
      method: 'POST',
      path: '/merchants/:merchantId/orders/:orderId/refund-requests/:transactionId/approval',
      purpose: 'Approves a refund requested by another user.',
      access: { ...decide, isSensitive: true },
      handle: async (call) => {
        const approved = decision(call)
        return refundDecisionResponse(await approveRefund(approved, dependencies), approved.key, dependencies)
      },
    },
    {
      method: 'POST',
      path: '/merchants/:merchantId/orders/:orderId/refund-requests/:transactionId/rejection',
      purpose: 'Declines a refund request.',
      access: decide,
      handle: async (call) => {
        const declined = decision(call)
        return refundDecisionResponse(await declineRefund(declined, dependencies), declined.key, dependencies)
      },
    },
  ]
}

function reviewResponse(result: ReviewResult): ConsoleResponse {
  if (result.kind !== 'REVIEWED') return refusals[result.kind]
  const { kind: _, ...decided } = result
  return okResponse<ReviewDecisionBody>(decided)
}

async function refundDecisionResponse(
  result: RefundDecisionResult,
  key: OrderKey,
  dependencies: ConsoleContext['dependencies'],
): Promise<ConsoleResponse> {
  if (isRejection(result)) return refusalForRejection(result)
  if (result.kind === 'ANSWERED') return transactionResponse(result, key, dependencies)
  if (result.kind !== 'DECLINED') return refusals[result.kind]
  return okResponse<DeclinedRefundBody>({ transactionId: result.transactionId })
}

type DecisionRefusalKind = Exclude<
  ReviewResult['kind'] | Exclude<RefundDecisionResult, { kind: 'REJECTED' }>['kind'],
  'REVIEWED' | 'ANSWERED' | 'DECLINED'
>

const refusals: Readonly<Record<DecisionRefusalKind, ConsoleRefusal>> = {
  LOCKED: consoleRefusal(
    409,
    'ORDER_LOCKED',
    'Another transaction of the order is in progress. Nothing was executed; try again.',
  ),
  NOTHING_AWAITED: consoleRefusal(409, 'NOTHING_AWAITED', 'No such refund request is waiting for approval.'),
  NOTHING_TO_REVIEW: consoleRefusal(409, 'NOTHING_AWAITED', 'No payment of the order is waiting for review.'),
  OWN_REQUEST: consoleRefusal(409, 'FOUR_EYES', 'You cannot decide on your own request. Another user must do it.'),
  SEVERAL_AWAITED: consoleRefusal(409, 'SEVERAL_AWAITED', 'Several refund requests are waiting. Specify one.'),
  UNKNOWN_ORDER: unknownResource('order'),
}
