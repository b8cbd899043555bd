// Sends a reversal to the acquirer.

import { omitUndefined } from '../../../kernel/omit-undefined.ts'
import { noAnswer, responseWithin } from '../../../platform/concurrency/with-timeout.ts'
import type { PaymentDependencies } from '../../dependencies.ts'
import type { Repetition, ReversalResult } from '../../ports/acquirer.ts'
import type { ClaimedTransaction } from '../../ports/recovery-store.ts'
import type { ReversalState } from '../../ports/transactions.ts'
import { isReversalEffective } from '../../rules/recovery.ts'
import { maskedNumberOf } from '../ask-acquirer.ts'
import { findInitialReference } from '../initial-reference.ts'

export type TransactionToReverse = Pick<
  ClaimedTransaction,
  'key' | 'link' | 'acquirerReference' | 'wire' | 'request' | 'targetTransactionId' | 'sinceSendableMs'
>

/** OWED until the acquirer has reversed the transaction or cannot; any response shows that its link works. */
export async function askToReverse(
  transaction: TransactionToReverse & Repetition,
  { acquirers, timeouts, store }: Pick<PaymentDependencies, 'acquirers' | 'timeouts' | 'store'>,
): Promise<{ readonly reversal: ReversalState; readonly isAnswered: boolean; readonly isRecorded?: boolean }> {
  const { link, key, acquirerReference: reference, wire, request, sinceSendableMs, isRepeat } = transaction
  const acquirer = acquirers.of(link)
  if (!acquirer) return { reversal: 'OWED', isAnswered: false }
  const { canReverse, holdsEarlyReversals, lateArrivalMs } = acquirer.capabilities
  if (!canReverse) return { reversal: 'UNSUPPORTED', isAnswered: true }
  const initial = await findInitialReference(transaction, { store })
  const { acquirerMerchantId } = link
  const target = {
    acquirerMerchantId,
    reference,
    key,
    ...omitUndefined({ wire }),
    ...maskedNumberOf(request),
    ...initial,
  }
  const silence: ReversalResult = noAnswer
  const { kind, isRecorded } = await responseWithin(acquirer.reverse(target, omitUndefined({ isRepeat })), {
    timeoutMs: timeouts.acquirerTimeoutMs,
    silence,
  })
  const isLateArrivalOver = sinceSendableMs > lateArrivalMs
  if (isReversalEffective(kind, { holdsEarlyReversals, isLateArrivalOver }))
    return { reversal: 'DONE', isAnswered: true }
  return {
    reversal: kind === 'REFUSED' ? 'REFUSED' : 'OWED',
    isAnswered: kind !== 'NO_ANSWER' || isRecorded === true,
    ...omitUndefined({ isRecorded }),
  }
}
