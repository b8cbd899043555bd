// What waits for somebody's decision: payments that a risk rule held back, and refund requests.
import { enumeration } from '../../../contract/field-types.ts'
import { riskAnswer } from '../../../contract/groups/risk.ts'
import { required } from '../../../contract/row.ts'
import { isRejection } from '../../../domain/rejection.ts'
import {
  approveRefund,
  type RefundDecided,
  turnDownRefund,
} from '../../../operations/payments/manual/decide-refund-request.ts'
import { type Reviewed, reviewOrder } from '../../../operations/payments/manual/review-order.ts'
import { actorOf, type Desk, idOf, maskingOf } from '../context.ts'
import { pageOf, pageRows, refuseNote } from '../fields.ts'
import { withBody, withQuery } from '../read-fields.ts'
import { ok, refusal, refusalOf, unknown } from '../responses.ts'
import type { ConsoleAnswer, ConsoleCall, ConsoleRoute, Refusal } from '../route.ts'
import { maskedFor, shownTransaction } from './found.ts'
import { transactionMade } from './transaction-made.ts'

const { note } = riskAnswer.rows.response.rows.review.rows
const decide = { kind: 'MERCHANT', right: 'APPROVE' } as const

export function reviewServices(desk: Desk): readonly ConsoleRoute[] {
  const { ports } = desk
  const decision = (call: ConsoleCall) => ({
    key: { merchantId: idOf(call, 'merchantId'), orderId: idOf(call, 'orderId') },
    transactionId: idOf(call, 'transactionId'),
    userId: actorOf(call),
  })

  return [
    {
      method: 'GET',
      path: '/merchants/:merchantId/reviews',
      purpose: 'Lists what waits for a decision: kind RISK or REFUND_REQUEST.',
      access: { kind: 'MERCHANT', right: 'VIEW' },
      handle: withQuery(
        { ...pageRows, kind: required(enumeration(['RISK', 'REFUND_REQUEST'])) },
        async ({ kind, ...page }, call) => {
          const merchantId = idOf(call, 'merchantId')
          const { rows, next } = await ports.search.reviewQueue(merchantId, kind, pageOf(page))
          const masking = await maskingOf(merchantId, desk)
          return ok({
            rows: rows.map((row) => shownTransaction(maskedFor(row, masking))),
            ...(next !== undefined && { next }),
          })
        },
      ),
    },
    {
      method: 'POST',
      path: '/merchants/:merchantId/orders/:orderId/review',
      purpose: 'Accepts or rejects a payment that a risk rule held back; what is rejected is undone.',
      access: decide,
      handle: withBody(
        { decision: required(enumeration(['ACCEPTED', 'REJECTED'])), note },
        async ({ decision: decided, note: words }, call) => {
          const badNote = refuseNote(words, 'note')
          if (badNote) return badNote
          const key = { merchantId: idOf(call, 'merchantId'), orderId: idOf(call, 'orderId') }
          const said = { key, decision: decided, userId: actorOf(call), ...(words !== undefined && { note: words }) }
          return reviewed(await reviewOrder(said, ports))
        },
      ),
    },
    {
      method: 'POST',
      path: '/merchants/:merchantId/orders/:orderId/refund-requests/:transactionId/approval',
      purpose: 'Makes a refund that somebody else asked for.',
      access: { ...decide, isSensitive: true },
      handle: async (call) => decided(await approveRefund(decision(call), ports)),
    },
    {
      method: 'POST',
      path: '/merchants/:merchantId/orders/:orderId/refund-requests/:transactionId/rejection',
      purpose: 'Turns down a refund that was asked for.',
      access: decide,
      handle: async (call) => decided(await turnDownRefund(decision(call), ports)),
    },
  ]
}

function reviewed(result: Reviewed): ConsoleAnswer {
  return result.kind === 'reviewed' ? ok({ ...result, kind: undefined }) : refusals[result.kind]
}

function decided(result: RefundDecided): ConsoleAnswer {
  if (isRejection(result)) return refusalOf(result)
  if (result.kind === 'answered') return transactionMade(result)
  return result.kind === 'turnedDown' ? ok({ transactionId: result.transactionId }) : refusals[result.kind]
}

type No = Exclude<
  Reviewed['kind'] | Exclude<RefundDecided, { kind: 'rejected' }>['kind'],
  'reviewed' | 'answered' | 'turnedDown'
>

const refusals: Readonly<Record<No, Refusal>> = {
  busy: refusal(409, 'ORDER_BUSY', 'Another transaction of the order is under way; nothing was done, try again.'),
  nothingAwaited: refusal(409, 'NOTHING_AWAITED', 'No such refund request waits for an answer.'),
  nothingToReview: refusal(409, 'NOTHING_AWAITED', 'No payment of the order waits for a review.'),
  ownRequest: refusal(409, 'FOUR_EYES', 'Somebody else has to decide about what you have begun yourself.'),
  severalAwaited: refusal(409, 'SEVERAL_AWAITED', 'Several refund requests wait; name one.'),
  unknownOrder: unknown('order'),
}
