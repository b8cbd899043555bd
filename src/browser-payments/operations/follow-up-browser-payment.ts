// Follows up a browser payment without news from payer, merchant or provider: polls the provider, finishes what was
// interrupted, and abandons what is not decided.

import type {
  BrowserPayment,
  BrowserPaymentProgress,
  ProviderResult,
  StoredOrder,
  StoredTransaction,
} from '../../payments/index.ts'
import type { BrowserPaymentDependencies } from '../dependencies.ts'
import { pollGapMs, pollingStartOf } from '../rules/polling.ts'
import { beginBrowserPayment, type InitiationSummary } from './begin-browser-payment.ts'
import {
  applyProviderResult,
  fetchProviderStatus,
  isWorthPolling,
  type PollResult,
  type ProviderPollDependencies,
  pollBrowserPayment,
  sendConfirmation,
} from './poll-provider.ts'
import { browserPaymentIn, recordBrowserPaymentStep } from './record-browser-payment-step.ts'

export type BrowserPaymentPollDependencies = Pick<
  BrowserPaymentDependencies,
  'store' | 'journeys' | 'vault' | 'clock' | 'providers' | 'timeouts' | 'addresses'
>

/** True when it has changed. */
export async function processDueBrowserPayment(
  transaction: StoredTransaction,
  journey: BrowserPayment,
  dependencies: BrowserPaymentPollDependencies,
): Promise<boolean> {
  if (transaction.isInFlight) return finishInitiation(transaction, journey, dependencies)
  const looked = await pollBrowserPayment(transaction, dependencies)
  if (isRecorded(looked)) return true
  const isAgreed = looked.kind === 'FOUND' && looked.status.state === 'AGREED'
  // The merchant has confirmed, and the provider did not receive it.
  if (isAgreed && journey.confirming && isRecorded(await sendConfirmation(transaction.key, dependencies))) return true

  const ageMs = dependencies.clock.now().getTime() - pollingStartOf(journey, transaction.recordedAt).getTime()
  if (ageMs >= dependencies.timeouts.browserPaymentMs && isUndecided(looked)) {
    const taken = await recordBrowserPaymentStep(transaction.key, { kind: 'ABANDONED' }, dependencies)
    if (taken === 'TAKEN') return true
  }
  await dependencies.journeys.pollLater(transaction.key, isOverForGood(looked) ? undefined : pollGapMs(ageMs))
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
  dependencies: BrowserPaymentPollDependencies,
): Promise<boolean> {
  const { key, claim } = attempt
  const result = await fetchProviderStatus(attempt, dependencies)
  if (result.kind === 'NO_ANSWER') return false
  const [stored, access] = await Promise.all([
    dependencies.store.findOrder(key),
    dependencies.store.findMerchant(key.merchantId),
  ])
  if (!stored || !access) return false
  const context = {
    attempt: { ...attempt, at: attempt.recordedAt },
    journey,
    order: stored.order,
    merchant: access.merchant,
    claim,
  }
  if ((await beginBrowserPayment(initiationSummaryOf(result), context, dependencies)) !== 'RECORDED') return false
  await applyProviderResult(attempt, result, dependencies)
  return true
}

function initiationSummaryOf(result: Exclude<ProviderResult, { readonly kind: 'NO_ANSWER' }>): InitiationSummary {
  return result.kind === 'FOUND' ? { kind: 'ACCEPTED', payerUrl: result.status.payerUrl } : { kind: 'NO_ANSWER' }
}

// When a merchant retrieves a browser payment whose payer is back, the provider is asked for the outcome, but not on
// every retrieval of a program that polls in a loop.

/** The minimum time between two inquiries at the provider that retrievals of one payment cause. */
export const refreshIntervalMs = 5_000

export async function refreshBrowserPayments(
  stored: StoredOrder,
  dependencies: ProviderPollDependencies,
): Promise<StoredOrder> {
  const due = stored.transactions.flatMap(({ key }) => {
    const browserPayment = browserPaymentIn(stored, key)
    if (browserPayment?.paymentState.journey.times.returned === undefined || !isWorthPolling(browserPayment)) return []
    return dependencies.journeys.mayPoll(key, refreshIntervalMs) ? [browserPayment.transaction] : []
  })
  const [first] = due
  if (!first) return stored
  const looked = await Promise.all(due.map((transaction) => pollBrowserPayment(transaction, dependencies)))
  const hasChanged = looked.some((each) => each.kind === 'FOUND' && each.taken === 'TAKEN')
  return (hasChanged && (await dependencies.store.findOrder(first.key))) || stored
}

/** The dependencies are read at each use: one may be replaced while the gateway runs. */
export function browserPaymentProgress(dependencies: BrowserPaymentPollDependencies): BrowserPaymentProgress {
  return {
    refresh: (stored) => refreshBrowserPayments(stored, dependencies),
    followUp: (transaction, journey) => processDueBrowserPayment(transaction, journey, dependencies),
  }
}
