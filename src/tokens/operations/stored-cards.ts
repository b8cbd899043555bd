// What tokens do for payments: they complete requests, and learn what an acquirer said about later payments.

import { isRejection } from '../../kernel/rejection.ts'
import { tokenAccountSealContext } from '../../keys/index.ts'
import { type Merchant, resolveRepository } from '../../merchants/index.ts'
import type { RecurringAttempt, StoredCards, StoredRequest } from '../../payments/index.ts'
import type { TokenDependencies } from '../dependencies.ts'
import type { StoredToken } from '../ports/token-store.ts'
import { applyNoticeToToken } from './apply-token-event.ts'
import { completeFromToken } from './complete-from-token.ts'

/** The dependencies are read at each use: one may be replaced while the gateway runs. */
export function storedCards(dependencies: StoppedRecurringDependencies): StoredCards {
  return {
    complete: (request, call) => completeFromToken(request, call, dependencies),
    noteUse: (token, at) => dependencies.tokens.noteUse(token, at),
    noteStoppedRecurring: (attempt, merchant) => noteStoppedRecurring(attempt, merchant, dependencies),
  }
}

type StoppedRecurringDependencies = Pick<
  TokenDependencies,
  'store' | 'tokens' | 'paymentAgreements' | 'vault' | 'audit' | 'clock'
>

/**
 * An acquirer may say that no further recurring payment is to be attempted with a card: then the token that
 * contains it is no longer valid, and the agreement of the series is cancelled. Done after the outcome is recorded,
 * and due until it is done.
 */
export async function noteStoppedRecurring(
  attempt: RecurringAttempt,
  merchant: Merchant,
  dependencies: StoppedRecurringDependencies,
): Promise<void> {
  await applyToToken(attempt, merchant, dependencies)
  await cancelAgreement(attempt, dependencies)
  await dependencies.store.endStoppedRecurring(attempt.key)
}

async function applyToToken(
  attempt: RecurringAttempt,
  merchant: Merchant,
  dependencies: StoppedRecurringDependencies,
): Promise<void> {
  const storedRequest = attempt.request
  const { token } = storedRequest.sourceOfFunds ?? {}
  const repository = resolveRepository(merchant, storedRequest.order?.subMerchant)
  if (token === undefined || isRejection(repository)) return
  await applyNoticeToToken(
    { repositoryId: repository.id, token },
    async (stored) => ({
      kind: 'PAYMENT_ANSWERED',
      isRecurring: isRecurring(storedRequest),
      stopsRecurring: true,
      isStoredAccount: await holdsAccountOf(attempt, stored, dependencies),
    }),
    dependencies,
  )
}

async function cancelAgreement(
  { key, request }: RecurringAttempt,
  { paymentAgreements, clock }: Pick<TokenDependencies, 'paymentAgreements' | 'clock'>,
): Promise<void> {
  const { id: agreementId } = request.agreement ?? {}
  if (agreementId === undefined || !isRecurring(request)) return
  await paymentAgreements.cancel({ merchantId: key.merchantId, agreementId }, clock.now())
}

function isRecurring({ agreement, order, transaction }: StoredRequest): boolean {
  return (
    agreement?.type === 'RECURRING' ||
    transaction?.frequency === 'RECURRING' ||
    order?.recurringPaymentAgreement !== undefined
  )
}

/**
 * The token may have been given another card while the acquirer processed the request; its response is about the earlier
 * one then.
 */
async function holdsAccountOf(
  { key, accountHash }: RecurringAttempt,
  stored: StoredToken,
  dependencies: StoppedRecurringDependencies,
): Promise<boolean> {
  if (stored.kind !== 'CARD' || !accountHash) return false
  const { repositoryId, token, masked } = stored
  const number = await dependencies.vault.open(stored.account, tokenAccountSealContext(stored))
  await dependencies.audit.append({
    merchantId: key.merchantId,
    actor: 'gateway',
    action: 'ACCOUNT_OPENED',
    subject: { repositoryId, token, account: masked, orderId: key.orderId, transactionId: key.transactionId },
    at: dependencies.clock.now(),
  })
  return dependencies.vault.matches('ACCOUNT', number, accountHash)
}
