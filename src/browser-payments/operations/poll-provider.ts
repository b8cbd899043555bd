// Asks a provider for the status of a payment, and records its response. What the browser brings, or a message says, is
// only the reason to ask.

import type { ProviderResult, ProviderStatus } from '../../payments/ports/provider.ts'
import type { StoredTransaction } from '../../payments/ports/transactions.ts'
import { phaseOf } from '../../payments/rules/browser-payment.ts'
import { noAnswer, responseWithin } from '../../platform/concurrency/with-timeout.ts'
import type { BrowserPaymentDependencies } from '../dependencies.ts'
import {
  type LoadedBrowserPayment,
  recordBrowserPaymentStep,
  type StepPorts,
  type StepResult,
} from './record-browser-payment-step.ts'

export type ProviderPollPorts = StepPorts & Pick<BrowserPaymentDependencies, 'providers' | 'timeouts'>

export type PollResult =
  | { readonly kind: 'FOUND'; readonly status: ProviderStatus; readonly taken: StepResult }
  | { readonly kind: 'NOT_FOUND' | 'NO_ANSWER' }

export async function pollBrowserPayment(
  transaction: StoredTransaction,
  ports: ProviderPollPorts,
): Promise<PollResult> {
  return applyProviderResult(transaction, await fetchProviderStatus(transaction, ports), ports)
}

export async function applyProviderResult(
  transaction: StoredTransaction,
  result: ProviderResult,
  ports: StepPorts,
): Promise<PollResult> {
  if (result.kind !== 'FOUND') return result
  const { status } = result
  return {
    kind: 'FOUND',
    status,
    taken: await recordBrowserPaymentStep(transaction.key, { kind: 'REPORTED', report: status }, ports),
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
