// What tokens do for payments: they complete requests, and learn what an acquirer said about later payments.

import { isRejection } from '../../kernel/rejection.ts'
import { tokenAccountSealContext } from '../../keys/ports/seal-context.ts'
import { resolveRepository } from '../../merchants/operations/choose-repository.ts'
import type { Merchant } from '../../merchants/rules/merchant.ts'
import type { RecurringAttempt, StoredCards } from '../../payments/ports/stored-cards.ts'
import type { StoredRequest } from '../../payments/ports/stored-messages.ts'
import type { TokenDependencies } from '../dependencies.ts'
import type { StoredToken } from '../ports/token-store.ts'
import { applyNoticeToToken } from './apply-token-event.ts'
import { completeFromToken } from './complete-from-token.ts'

/** The ports are read at each use: one may be replaced while the gateway runs. */
export function storedCards(ports: StoppedRecurringPorts): StoredCards {
  return {
    complete: (request, call) => completeFromToken(request, call, ports),
    noteUse: (token, at) => ports.tokens.noteUse(token, at),
    noteStoppedRecurring: (attempt, merchant) => noteStoppedRecurring(attempt, merchant, ports),
  }
}

type StoppedRecurringPorts = Pick<
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
  ports: StoppedRecurringPorts,
): Promise<void> {
  await applyToToken(attempt, merchant, ports)
  await cancelAgreement(attempt, ports)
  await ports.store.endStoppedRecurring(attempt.key)
}

async function applyToToken(
  attempt: RecurringAttempt,
  merchant: Merchant,
  ports: StoppedRecurringPorts,
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
      isStoredAccount: await holdsAccountOf(attempt, stored, ports),
    }),
    ports,
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
  ports: StoppedRecurringPorts,
): Promise<boolean> {
  if (stored.kind !== 'CARD' || !accountHash) return false
  const { repositoryId, token, masked } = stored
  const number = await ports.vault.open(stored.account, tokenAccountSealContext(stored))
  await ports.audit.append({
    merchantId: key.merchantId,
    actor: 'gateway',
    action: 'ACCOUNT_OPENED',
    subject: { repositoryId, token, account: masked, orderId: key.orderId, transactionId: key.transactionId },
    at: ports.clock.now(),
  })
  return ports.vault.matches('ACCOUNT', number, accountHash)
}
