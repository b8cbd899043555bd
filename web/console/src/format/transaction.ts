// What a transaction is called and how it looks: "approved" means something else of a refund, a chargeback or a payment
// that is held for review.
import type { DisputeState } from '../../../../src/kernel/order-status.ts'
import type { OpenReversal } from '../../../../src/payments/rules/shown-status.ts'
import { t } from '../language/text.ts'
import { type Tone, toneOf } from './status.ts'
import { codeText, disputeText } from './text.ts'

interface ShownTransaction {
  readonly type: string
  readonly result: string
  readonly gatewayCode?: string
  /** Of lists: what it waits for. */
  readonly review?: string
  /** Of an order: the decision that it waits for, or what was decided. */
  readonly decision?: string
  readonly disputeState?: DisputeState
  /** It may have been executed, whatever its result says. */
  readonly openReversal?: OpenReversal
}

interface TransactionState {
  readonly tone: Tone
  readonly text: string
}

const assessed: ReadonlySet<string> = new Set(['AUTHORIZATION', 'PAYMENT', 'VERIFICATION'])

/** Succeeded at the acquirer, but held by a risk rule until a user decides. */
export function isHeld({ type, result, review, decision }: ShownTransaction): boolean {
  return review === 'RISK' || (decision === 'PENDING' && result === 'SUCCESS' && assessed.has(type))
}

export function transactionState(transaction: ShownTransaction): TransactionState {
  const { type, result, gatewayCode, disputeState, decision, openReversal } = transaction
  if (openReversal) return { tone: toneOf(`REVERSAL_${openReversal}`), text: codeText(`REVERSAL_${openReversal}`) }
  if (isHeld(transaction)) return { tone: 'waiting', text: codeText('IN_REVIEW') }
  if (result !== 'SUCCESS') return { tone: toneOf(result), text: codeText(gatewayCode ?? result) }
  // Less than was asked for.
  if (gatewayCode === 'PARTIALLY_APPROVED')
    return { tone: 'waiting', text: codeText(type === 'REFUND' ? 'PARTIALLY_REFUNDED' : gatewayCode) }
  if (type === 'CHARGEBACK') {
    const state = disputeState ?? 'PENDING'
    return { tone: toneOf(state), text: disputeText(state) }
  }
  if (type === 'REFUND') return { tone: 'out', text: t('Refunded') }
  if (type.startsWith('VOID_')) return { tone: 'quiet', text: t('Voided') }
  if (type === 'FUNDING') return { tone: 'quiet', text: t('Fee') }
  if (type === 'REFUND_REQUEST') return requestState(transaction.review, decision)
  return { tone: toneOf(result), text: codeText(gatewayCode ?? result) }
}

function requestState(review: string | undefined, decision: string | undefined): TransactionState {
  if (decision === 'REJECTED') return { tone: 'bad', text: t('Declined') }
  if (review === 'REFUND_REQUEST' || decision === 'PENDING') return { tone: 'waiting', text: t('Requested') }
  // Lists know only that it was decided.
  return { tone: 'quiet', text: decision === 'ACCEPTED' ? codeText('APPROVED') : t('No longer waiting') }
}

const outgoing: ReadonlySet<string> = new Set([
  'CHARGEBACK',
  'DISBURSEMENT',
  'FUNDING',
  'REFUND',
  'REFUND_REQUEST',
  'VOID_AUTHORIZATION',
  'VOID_CAPTURE',
  'VOID_PAYMENT',
])

/** Takes money from the merchant, or back: its amount has a minus. A dispute that was won takes nothing. */
export function isOutgoing({ type, disputeState }: Pick<ShownTransaction, 'type' | 'disputeState'>): boolean {
  return outgoing.has(type) && disputeState !== 'WON'
}
