// Disputes: which cases wait for an answer and until when; what the merchant answers, and what the bank says.
import { enumeration } from '../../contract/field-types.ts'
import { displayAmount, formatMoney } from '../../kernel/money.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import { type DisputeState, disputeStates } from '../../kernel/order-status.ts'
import type { PageRequest, ResultPage } from '../../kernel/page.ts'
import { isRejection } from '../../kernel/rejection.ts'
import {
  acceptDispute,
  answerDispute,
  type Dispute,
  type DisputeAnswer,
  progressOfDispute,
  recordProviderEvent,
} from '../../payments/index.ts'
import { writeCsv } from '../../platform/csv/write-csv.ts'
import { type ConsoleContext, callActor, callAuditStamp, pathId } from '../context.ts'
import { pageQueryOf, pageRows, refuseNote, withBody, withQuery } from '../fields.ts'
import { disputeAcceptanceRows, disputeAnswerRows, disputeRecordRows } from '../request-bodies.ts'
import type { DisputeBody, DisputeListItemBody, RecordedDisputeBody, WaitingBody } from '../response-bodies/disputes.ts'
import {
  consoleRefusal,
  createdResponse,
  noContent,
  okResponse,
  refusalForRejection,
  unknownResource,
} from '../responses.ts'
import type { ConsoleCall, ConsoleRefusal, ConsoleResponse, ConsoleRoute } from '../route.ts'
import { exportedRows } from './search-results.ts'

const view = { kind: 'MERCHANT', permission: 'VIEW' } as const
const answering = { kind: 'MERCHANT', permission: 'REFUND' } as const

/** The navigation shows no more. */
const countedMax = 100

const stateRows = { state: enumeration(['OPEN', ...disputeStates]) } as const

export function disputeServices(context: ConsoleContext): readonly ConsoleRoute[] {
  const { dependencies } = context
  const orderKey = (call: ConsoleCall) => ({ merchantId: pathId(call, 'merchantId'), orderId: pathId(call, 'orderId') })

  async function listed(
    merchantId: string,
    state: DisputeState | 'OPEN' | undefined,
    page: PageRequest,
  ): Promise<ResultPage<DisputeListItemBody>> {
    const { rows, next } = await dependencies.search.disputes(merchantId, state, page)
    const answers = await dependencies.disputeAnswers.list(merchantId, [...new Set(rows.map(({ orderId }) => orderId))])
    const now = dependencies.clock.now()
    return {
      rows: rows.map((row) => ({
        orderId: row.orderId,
        ...disputeBody(row, { currency: row.currency, answers: answersTo(row.orderId, row, answers), now }),
      })),
      next,
    }
  }

  /** Of what was answered nothing is left to do until the bank decides. */
  async function countUnanswered(merchantId: string): Promise<number> {
    const { rows } = await listed(merchantId, 'OPEN', { limit: countedMax })
    return rows.filter(({ isEvidenceSent }) => !isEvidenceSent).length
  }

  return [
    {
      method: 'GET',
      path: '/merchants/:merchantId/disputes',
      purpose: 'Lists disputes: open ones by their deadline, others by their last change.',
      access: view,
      handle: withQuery({ ...stateRows, ...pageRows }, async ({ state, ...page }, call) =>
        okResponse<ResultPage<DisputeListItemBody>>(await listed(pathId(call, 'merchantId'), state, pageQueryOf(page))),
      ),
    },
    {
      method: 'GET',
      path: '/merchants/:merchantId/disputes.csv',
      purpose: 'Exports disputes as CSV.',
      access: view,
      handle: withQuery(stateRows, async ({ state }, call): Promise<ConsoleResponse> => {
        const merchantId = pathId(call, 'merchantId')
        const fileName = 'disputes.csv'
        // Before anything leaves.
        const line = { merchantId, subject: { file: fileName, ...omitUndefined({ state }) } }
        await dependencies.audit.append({ ...line, action: 'SEARCH_EXPORTED', ...callAuditStamp(call, context) })
        const rows = exportedRows((page) => listed(merchantId, state, page), disputeCells)
        return { status: 200, csv: writeCsv(disputeHeadings, rows), fileName }
      }),
    },
    {
      method: 'GET',
      path: '/merchants/:merchantId/waiting',
      purpose: 'Counts what waits for users: payments in review, refund requests, disputes without evidence.',
      access: view,
      async handle(call) {
        const merchantId = pathId(call, 'merchantId')
        const waiting = await dependencies.search.waiting(merchantId)
        const disputes = waiting.disputes === 0 ? 0 : await countUnanswered(merchantId)
        return okResponse<WaitingBody>({ ...waiting, disputes })
      },
    },
    {
      method: 'POST',
      path: '/merchants/:merchantId/orders/:orderId/dispute-answers',
      purpose: 'Marks a dispute as contested, records that the evidence was sent, or adds a note.',
      access: answering,
      handle: withBody(disputeAnswerRows, async ({ caseNumber = '', answer, note }, call) => {
        const badNote = refuseNote(note, 'note')
        if (badNote) return badNote
        const input = { key: orderKey(call), caseNumber, answer, note }
        const { kind } = await answerDispute(input, callAuditStamp(call, context), dependencies)
        return kind === 'RECORDED' ? noContent : refusals[kind]
      }),
    },
    {
      method: 'POST',
      path: '/merchants/:merchantId/orders/:orderId/dispute-acceptances',
      purpose: 'Accepts a dispute: the case is lost, and the payer keeps the money.',
      access: { ...answering, isSensitive: true },
      handle: withBody(disputeAcceptanceRows, async ({ caseNumber = '', note }, call) => {
        const badNote = refuseNote(note, 'note')
        if (badNote) return badNote
        const input = { key: orderKey(call), caseNumber, note, userId: callActor(call) }
        return recordedResponse(await acceptDispute(input, dependencies), 'LOST')
      }),
    },
    {
      method: 'POST',
      path: '/disputes/:merchantId/:orderId',
      purpose: 'Records what the bank says about a dispute: a new one, or a change of its state.',
      access: { kind: 'OPERATOR', permission: 'APPROVE' },
      handle: withBody(disputeRecordRows, async ({ caseNumber, state, respondBy, ...money }, call) => {
        const badNote = refuseNote(money.note, 'note')
        if (badNote) return badNote
        const recorded = await recordProviderEvent(
          {
            key: orderKey(call),
            type: 'CHARGEBACK',
            amount: money.amount,
            currency: money.currency,
            userId: callActor(call),
            dispute: { state, respondBy },
            ...omitUndefined({ reference: caseNumber, note: money.note }),
          },
          dependencies,
        )
        return recordedResponse(recorded, state)
      }),
    },
  ]
}

function recordedResponse(
  result: Awaited<ReturnType<typeof acceptDispute>>,
  state: RecordedDisputeBody['state'],
): ConsoleResponse {
  if (isRejection(result)) return refusalForRejection(result)
  if (result.kind !== 'ANSWERED') return refusals[result.kind]
  const { response, transaction } = result.response
  if (response.gatewayCode === 'LOCK_FAILURE') return refusals.LOCKED
  return createdResponse<RecordedDisputeBody>({ transactionId: transaction.id, state })
}

type DisputeRefusalKind = 'UNKNOWN_ORDER' | 'UNKNOWN_DISPUTE' | 'DISPUTE_CLOSED' | 'UNKNOWN_MERCHANT' | 'LOCKED'

const refusals: Readonly<Record<DisputeRefusalKind, ConsoleRefusal>> = {
  LOCKED: consoleRefusal(
    409,
    'ORDER_LOCKED',
    'Another transaction of the order is in progress. Nothing was recorded; try again.',
  ),
  DISPUTE_CLOSED: consoleRefusal(409, 'DISPUTE_CLOSED', 'The dispute has ended. It can no longer be answered.'),
  UNKNOWN_DISPUTE: unknownResource('dispute'),
  UNKNOWN_MERCHANT: unknownResource('merchant'),
  UNKNOWN_ORDER: unknownResource('order'),
}

export function answersTo(
  orderId: string,
  { caseNumber }: Pick<Dispute, 'caseNumber'>,
  answers: readonly DisputeAnswer[],
): readonly DisputeAnswer[] {
  return answers.filter((answer) => answer.orderId === orderId && answer.caseNumber === caseNumber)
}

interface DisputeContext {
  readonly currency: string
  readonly answers: readonly DisputeAnswer[]
  readonly now: Date
}

export function disputeBody(dispute: Dispute, { currency, answers, now }: DisputeContext): DisputeBody {
  const { caseNumber, state, respondBy, openedAt, updatedAt, transactionId } = dispute
  return {
    caseNumber,
    state,
    respondBy,
    openedAt,
    updatedAt,
    transactionId,
    currency,
    ...progressOfDispute(dispute, answers, now),
    amount: formatMoney({ amountMinor: dispute.amountMinor, currency }),
    answers: answers.map(({ kind, note, answeredBy, answeredAt }) => ({ kind, note, answeredBy, answeredAt })),
  }
}

const disputeHeadings = [
  'Order',
  'Case',
  'State',
  'Currency',
  'Amount',
  'Respond by',
  'Overdue',
  'Contested',
  'Evidence sent',
  'Opened',
  'Last changed',
] as const

function disputeCells(row: DisputeListItemBody): readonly (string | undefined)[] {
  return [
    row.orderId,
    row.caseNumber,
    row.state,
    row.currency,
    displayAmount(row.amount, row.currency),
    row.respondBy,
    row.isOverdue ? 'yes' : 'no',
    row.isContested ? 'yes' : 'no',
    row.isEvidenceSent ? (row.isSentLate ? 'late' : 'yes') : 'no',
    row.openedAt.toISOString(),
    row.updatedAt.toISOString(),
  ]
}
