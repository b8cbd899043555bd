// Asks a provider for the status of a payment, and records its response. What the browser brings, or a message says, is
// only the reason to ask. Sends the provider the merchant's confirmation, too.

import {
  type ProviderResult,
  type ProviderStatus,
  phaseOf,
  type StoredTransaction,
  type TransactionKey,
} from '../../payments/index.ts'
import { noAnswer, responseWithin } from '../../platform/concurrency/with-timeout.ts'
import type { BrowserPaymentDependencies } from '../dependencies.ts'
import {
  browserPaymentIn,
  type LoadedBrowserPayment,
  recordBrowserPaymentStep,
  type StepDependencies,
  type StepResult,
} from './record-browser-payment-step.ts'

export type ProviderPollDependencies = StepDependencies & Pick<BrowserPaymentDependencies, 'providers' | 'timeouts'>

export type PollResult =
  | { readonly kind: 'FOUND'; readonly status: ProviderStatus; readonly taken: StepResult }
  | { readonly kind: 'NOT_FOUND' | 'NO_ANSWER' }

export async function pollBrowserPayment(
  transaction: StoredTransaction,
  dependencies: ProviderPollDependencies,
): Promise<PollResult> {
  return applyProviderResult(transaction, await fetchProviderStatus(transaction, dependencies), dependencies)
}

export async function applyProviderResult(
  transaction: StoredTransaction,
  result: ProviderResult,
  dependencies: StepDependencies,
): Promise<PollResult> {
  if (result.kind !== 'FOUND') return result
  const { status } = result
  return {
    kind: 'FOUND',
    status,
    taken: await recordBrowserPaymentStep(transaction.key, { kind: 'REPORTED', report: status }, dependencies),
  }
}

export async function fetchProviderStatus(
  { link, acquirerReference: reference }: Pick<StoredTransaction, 'link' | 'acquirerReference'>,
  { providers, timeouts }: Pick<BrowserPaymentDependencies, 'providers' | 'timeouts'>,
): Promise<ProviderResult> {
  const provider = providers.of(link)
  if (!provider) return noAnswer
  const pendingResult = provider.getStatus({ acquirerMerchantId: link.acquirerMerchantId, reference })
  return responseWithin(pendingResult, { timeoutMs: timeouts.serviceWaitMs, silence: noAnswer })
}

/** Whether the provider could still report something that matters. */
export function isWorthPolling({ paymentState }: LoadedBrowserPayment): boolean {
  const phase = phaseOf(paymentState)
  return phase === 'OPEN' || (phase === 'FAILED' && paymentState.journey.mayStillSucceed === true)
}

// Informs a provider that the merchant confirms what the payer has agreed to, and records its response. Confirming twice
// has the effect of once, so a confirmation without an outcome is simply sent again.

/** As recorded; undefined when there is nothing left to confirm. */
export async function sendConfirmation(
  key: TransactionKey,
  dependencies: ProviderPollDependencies,
): Promise<PollResult | undefined> {
  const stored = await dependencies.store.findOrder(key)
  const browserPayment = stored && browserPaymentIn(stored, key)
  const { confirming } = browserPayment?.paymentState.journey ?? {}
  if (!browserPayment || !confirming || phaseOf(browserPayment.paymentState) !== 'OPEN') return undefined
  const { link, acquirerReference: reference } = browserPayment.transaction
  const provider = dependencies.providers.of(link)
  if (!provider) return undefined
  const { items, amountMinor } = confirming
  const pendingResult = provider.confirm({
    acquirerMerchantId: link.acquirerMerchantId,
    reference,
    amountMinor: BigInt(amountMinor),
    currency: browserPayment.stored.order.currency,
    items,
  })
  const result = await responseWithin(pendingResult, {
    timeoutMs: dependencies.timeouts.acquirerTimeoutMs,
    silence: noAnswer,
  })
  return applyProviderResult(browserPayment.transaction, result, dependencies)
}
