// Disputes: what a payer's bank claims back, case by case. Each change of a case is a CHARGEBACK on the order; the latest
// one of a case says how it stands.
import type { DisputeState } from '../../kernel/order-status.ts'
import { type Decision, isSuccessful, type OrderTransaction } from './order.ts'

/** The decision by which the order's status and totals follow. */
export const decisionOfDispute = {
  INFORMATION_REQUESTED: 'PENDING',
  PENDING: 'PENDING',
  WON: 'REJECTED',
  LOST: 'ACCEPTED',
} as const satisfies Readonly<Record<DisputeState, Decision>>

/** What a CHARGEBACK says of its case, as it is stored with the request. */
export interface DisputeDetails {
  readonly state: DisputeState
  /** The last day to answer the bank, as 2026-11-30. */
  readonly respondBy?: string | undefined
}

/** Of a chargeback that was recorded without details: its decision says as much as is known. */
export function disputeStateOf({ dispute, decision }: Pick<DisputeEvent, 'dispute' | 'decision'>): DisputeState {
  if (dispute) return dispute.state
  if (decision === 'ACCEPTED') return 'LOST'
  return decision === 'REJECTED' ? 'WON' : 'PENDING'
}

/** A CHARGEBACK of an order. */
export interface DisputeEvent extends Pick<OrderTransaction, 'type' | 'gatewayCode' | 'amountMinor' | 'decision'> {
  readonly transactionId: string
  /** The bank's number of the case; chargebacks without one are one case. */
  readonly caseNumber?: string | undefined
  readonly dispute?: DisputeDetails | undefined
  readonly at: Date
}

export interface Dispute {
  /** Empty when the bank gave none. */
  readonly caseNumber: string
  readonly state: DisputeState
  readonly amountMinor: bigint
  /** Of the latest event that named one, while the case is open. */
  readonly respondBy: string | undefined
  readonly openedAt: Date
  readonly updatedAt: Date
  /** Its latest chargeback. */
  readonly transactionId: string
}

export function isOpenDispute(state: DisputeState): boolean {
  return state === 'INFORMATION_REQUESTED' || state === 'PENDING'
}

/** The cases of an order, the oldest first. */
export function disputesOf(events: readonly DisputeEvent[]): readonly Dispute[] {
  const chargebacks = events.filter((event) => event.type === 'CHARGEBACK' && isSuccessful(event))
  const cases = Map.groupBy(chargebacks, ({ caseNumber }) => caseNumber ?? '')
  return [...cases].flatMap(([caseNumber, itsEvents]) => {
    const first = itsEvents[0]
    const latest = itsEvents.at(-1)
    if (!first || !latest) return []
    const state = disputeStateOf(latest)
    const respondBy = itsEvents.findLast(({ dispute }) => dispute?.respondBy !== undefined)?.dispute?.respondBy
    return {
      caseNumber,
      state,
      amountMinor: latest.amountMinor,
      respondBy: isOpenDispute(state) ? respondBy : undefined,
      openedAt: first.at,
      updatedAt: latest.at,
      transactionId: latest.transactionId,
    }
  })
}

/** What open cases are about: neither won nor lost yet. */
export function disputedMinor(disputes: readonly Pick<Dispute, 'state' | 'amountMinor'>[]): bigint {
  return disputes.reduce((sum, { state, amountMinor }) => (isOpenDispute(state) ? sum + amountMinor : sum), 0n)
}

/**
 * What the merchant's users record about a case.
 *
 * - CONTESTED: they do not accept the claim. Nothing has been sent for that.
 * - EVIDENCE_SENT: a user has sent the evidence to the acquirer, outside the gateway.
 * - NOTE: for colleagues.
 */
export const disputeAnswerKinds = ['CONTESTED', 'EVIDENCE_SENT', 'NOTE'] as const
export type DisputeAnswerKind = (typeof disputeAnswerKinds)[number]

/** What is done about an open case, and what is left to do. */
export interface DisputeProgress {
  readonly isContested: boolean
  readonly isEvidenceSent: boolean
  /** The evidence was sent after the last day: the bank may have decided without it. */
  readonly isSentLate: boolean
  /** The last day is over, and no evidence was sent. */
  readonly isOverdue: boolean
}

export type DisputeStatus = DisputeState | 'CONTESTED' | 'EVIDENCE_SENT' | 'EVIDENCE_SENT_LATE' | 'OVERDUE'

/** The state together with what was done about it: what is left to do follows from both. */
export function disputeStatusOf({
  state,
  isContested,
  isEvidenceSent,
  isSentLate,
  isOverdue,
}: DisputeProgress & { readonly state: DisputeState }): DisputeStatus {
  if (!isOpenDispute(state)) return state
  if (isSentLate) return 'EVIDENCE_SENT_LATE'
  if (isEvidenceSent) return 'EVIDENCE_SENT'
  if (isOverdue) return 'OVERDUE'
  return isContested ? 'CONTESTED' : state
}

/** What was answered before the bank's last word was an answer to something else. */
export function progressOfDispute(
  { state, respondBy, updatedAt }: Pick<Dispute, 'state' | 'respondBy' | 'updatedAt'>,
  answers: readonly { readonly kind: DisputeAnswerKind; readonly answeredAt: Date }[],
  now: Date,
): DisputeProgress {
  const isOpen = isOpenDispute(state)
  const since = isOpen ? answers.filter(({ answeredAt }) => answeredAt >= updatedAt) : []
  const sent = since.find(({ kind }) => kind === 'EVIDENCE_SENT')
  return {
    isContested: sent !== undefined || since.some(({ kind }) => kind === 'CONTESTED'),
    isEvidenceSent: sent !== undefined,
    isSentLate: sent !== undefined && isAfter(respondBy, sent.answeredAt),
    isOverdue: isOpen && sent === undefined && isAfter(respondBy, now),
  }
}

/** Past the last day to answer, in whole days of UTC. */
function isAfter(respondBy: string | undefined, at: Date): boolean {
  return respondBy !== undefined && respondBy < at.toISOString().slice(0, 10)
}

/** Whether a text is a day of the calendar, as 2026-11-30. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}
