// A merchant's answer to a dispute: marks the claim as contested, records that the evidence was sent, leaves a note, or
// accepts the loss. The gateway sends nothing to the bank. Only the bank says how a case
// ends, except for a merchant that gives up: then the case is lost.

import type { AuditStamp } from '../../../audit/index.ts'
import { formatMoney } from '../../../kernel/money.ts'
import { omitUndefined } from '../../../kernel/omit-undefined.ts'
import type { OrderChanged } from '../../call.ts'
import type { PaymentDependencies } from '../../dependencies.ts'
import { disputeEventOf, type OrderKey, type StoredOrder } from '../../ports/transactions.ts'
import { type Dispute, type DisputeAnswerKind, disputesOf, isOpenDispute } from '../../rules/dispute.ts'
import type { TransactionDependencies } from '../execute-transaction.ts'
import { retryWhenChanged } from './manual-action.ts'
import { type ProviderEventResult, recordOnOrder } from './record-provider-event.ts'

interface DisputeKey {
  readonly key: OrderKey
  /** Empty when the bank gave none. */
  readonly caseNumber: string
}

interface OpenDispute {
  readonly kind: 'FOUND'
  readonly dispute: Dispute
  readonly stored: StoredOrder
}

type NotOpen = { readonly kind: 'UNKNOWN_ORDER' | 'UNKNOWN_DISPUTE' | 'DISPUTE_CLOSED' }

async function findOpen(
  { key, caseNumber }: DisputeKey,
  { store }: Pick<PaymentDependencies, 'store'>,
): Promise<OpenDispute | NotOpen> {
  const stored = await store.findOrder(key)
  if (!stored) return { kind: 'UNKNOWN_ORDER' }
  const dispute = disputesOf(stored.transactions.map(disputeEventOf)).find((each) => each.caseNumber === caseNumber)
  if (!dispute) return { kind: 'UNKNOWN_DISPUTE' }
  if (!isOpenDispute(dispute.state)) return { kind: 'DISPUTE_CLOSED' }
  return { kind: 'FOUND', dispute, stored }
}

export interface DisputeAnswerInput extends DisputeKey {
  readonly answer: DisputeAnswerKind
  readonly note: string
}

export async function answerDispute(
  input: DisputeAnswerInput,
  by: AuditStamp,
  dependencies: Pick<PaymentDependencies, 'store' | 'disputeAnswers'>,
): Promise<{ readonly kind: 'RECORDED' } | NotOpen> {
  const openDispute = await findOpen(input, dependencies)
  if (openDispute.kind !== 'FOUND') return openDispute
  const { key, caseNumber, answer, note } = input
  await dependencies.disputeAnswers.record(key.merchantId, { orderId: key.orderId, caseNumber, kind: answer, note }, by)
  return { kind: 'RECORDED' }
}

interface AcceptedDispute extends DisputeKey {
  readonly note: string | undefined
  readonly userId: string
}

/** Recorded as a lost case: what went back to the payer cannot be refunded once more. */
export function acceptDispute(
  accepted: AcceptedDispute,
  dependencies: TransactionDependencies,
): Promise<NotOpen | ProviderEventResult> {
  return retryWhenChanged(() => tryToAccept(accepted, dependencies))
}

async function tryToAccept(
  { key, caseNumber, note, userId }: AcceptedDispute,
  dependencies: TransactionDependencies,
): Promise<NotOpen | ProviderEventResult | OrderChanged> {
  const openDispute = await findOpen({ key, caseNumber }, dependencies)
  if (openDispute.kind !== 'FOUND') return openDispute
  const { dispute, stored } = openDispute
  const { currency } = stored.order
  return recordOnOrder(
    {
      key,
      type: 'CHARGEBACK',
      amount: formatMoney({ amountMinor: dispute.amountMinor, currency }),
      currency,
      dispute: { state: 'LOST' },
      userId,
      ...(caseNumber !== '' && { reference: caseNumber }),
      ...omitUndefined({ note }),
    },
    { readOrder: async () => stored },
    dependencies,
  )
}
