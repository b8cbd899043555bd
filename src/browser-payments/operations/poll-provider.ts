// Asks a provider for the status of a payment, and records its reply. What the browser brings, or a message says, is
// only the reason to ask.

import type { ProviderReply, ProviderStatus } from '../../payments/ports/provider.ts'
import type { StoredTransaction } from '../../payments/ports/transactions.ts'
import { phaseOf } from '../../payments/rules/browser-payment.ts'
import { noAnswer, replyWithin } from '../../platform/concurrency/with-timeout.ts'
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
  return applyProviderReply(transaction, await fetchProviderStatus(transaction, ports), ports)
}

export async function applyProviderReply(
  transaction: StoredTransaction,
  reply: ProviderReply,
  ports: StepPorts,
): Promise<PollResult> {
  if (reply.kind !== 'FOUND') return reply
  const { status } = reply
  return {
    kind: 'FOUND',
    status,
    taken: await recordBrowserPaymentStep(transaction.key, { kind: 'REPORTED', report: status }, ports),
  }
}

export async function fetchProviderStatus(
  { link, acquirerReference: reference }: Pick<StoredTransaction, 'link' | 'acquirerReference'>,
  { providers, timeouts }: Pick<BrowserPaymentDependencies, 'providers' | 'timeouts'>,
): Promise<ProviderReply> {
  const provider = providers.of(link)
  if (!provider) return noAnswer
  const pendingReply = provider.getStatus({ acquirerMerchantId: link.acquirerMerchantId, reference })
  return replyWithin(pendingReply, { timeoutMs: timeouts.serviceWaitMs, silence: noAnswer })
}

/** Whether the provider could still report something that matters. */
export function isWorthPolling({ paymentState }: LoadedBrowserPayment): boolean {
  const phase = phaseOf(paymentState)
  return phase === 'OPEN' || (phase === 'FAILED' && paymentState.journey.mayStillSucceed === true)
}
