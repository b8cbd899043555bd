// Follows up a browser payment without news from payer, merchant or provider: polls the provider, finishes what was
// interrupted, and abandons what is not decided.

import type { ProviderResult } from '../../payments/ports/provider.ts'
import type { StoredTransaction } from '../../payments/ports/transactions.ts'
import type { BrowserPayment } from '../../payments/rules/journey.ts'
import type { BrowserPaymentDependencies } from '../dependencies.ts'
import { pollGapMs, pollingStartOf } from '../rules/polling.ts'
import { beginBrowserPayment, type InitiationSummary } from './begin-browser-payment.ts'
import { sendConfirmation } from './confirm-at-provider.ts'
import { applyProviderResult, fetchProviderStatus, type PollResult, pollBrowserPayment } from './poll-provider.ts'
import { recordBrowserPaymentStep } from './record-browser-payment-step.ts'

export type BrowserPaymentPollPorts = Pick<
  BrowserPaymentDependencies,
  'store' | 'journeys' | 'vault' | 'clock' | 'providers' | 'timeouts' | 'addresses'
>

/** True when it has changed. */
export async function processDueBrowserPayment(
  transaction: StoredTransaction,
  journey: BrowserPayment,
  ports: BrowserPaymentPollPorts,
): Promise<boolean> {
  if (transaction.isInFlight) return finishInitiation(transaction, journey, ports)
  const looked = await pollBrowserPayment(transaction, ports)
  if (isRecorded(looked)) return true
  const isAgreed = looked.kind === 'FOUND' && looked.status.state === 'AGREED'
  // The merchant has confirmed, and the provider did not receive it.
  if (isAgreed && journey.confirming && isRecorded(await sendConfirmation(transaction.key, ports))) return true

  const ageMs = ports.clock.now().getTime() - pollingStartOf(journey, transaction.recordedAt).getTime()
  if (ageMs >= ports.timeouts.browserPaymentMs && isUndecided(looked)) {
    const taken = await recordBrowserPaymentStep(transaction.key, { kind: 'ABANDONED' }, ports)
    if (taken === 'TAKEN') return true
  }
  await ports.journeys.pollLater(transaction.key, isOverForGood(looked) ? undefined : pollGapMs(ageMs))
  return false
}

function isRecorded(looked: PollResult | undefined): boolean {
  return looked?.kind === 'FOUND' && looked.taken === 'TAKEN'
}

/**
 * The provider itself reports that nothing has happened, or might still happen: no response is no reason to abandon it.
 */
function isUndecided(looked: PollResult): boolean {
  if (looked.kind !== 'FOUND') return looked.kind === 'NOT_FOUND'
  const { state, isFinal } = looked.status
  return state === 'OPEN' || state === 'AGREED' || (state === 'OVER' && !isFinal)
}

/** It is known, and nothing else will follow. */
function isOverForGood(looked: PollResult): boolean {
  return (
    looked.kind === 'FOUND' && looked.taken === 'NOTHING' && looked.status.state === 'OVER' && looked.status.isFinal
  )
}

/**
 * The request was interrupted between the call and recording. What the provider knows continues; what it does not know
 * must never begin, and is cancelled with the outcome.
 */
async function finishInitiation(
  attempt: StoredTransaction,
  journey: BrowserPayment,
  ports: BrowserPaymentPollPorts,
): Promise<boolean> {
  const { key, claim } = attempt
  const result = await fetchProviderStatus(attempt, ports)
  if (result.kind === 'NO_ANSWER') return false
  const [stored, access] = await Promise.all([ports.store.findOrder(key), ports.store.findMerchant(key.merchantId)])
  if (!stored || !access) return false
  const context = {
    attempt: { ...attempt, at: attempt.recordedAt },
    journey,
    order: stored.order,
    merchant: access.merchant,
    claim,
  }
  if ((await beginBrowserPayment(initiationSummaryOf(result), context, ports)) !== 'RECORDED') return false
  await applyProviderResult(attempt, result, ports)
  return true
}

function initiationSummaryOf(result: Exclude<ProviderResult, { readonly kind: 'NO_ANSWER' }>): InitiationSummary {
  return result.kind === 'FOUND' ? { kind: 'ACCEPTED', payerUrl: result.status.payerUrl } : { kind: 'NO_ANSWER' }
}
