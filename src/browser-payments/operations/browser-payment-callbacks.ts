// What a payer's browser and a provider can do with the URL of a browser payment. The token in it finds the payment but
// proves nothing about its outcome, so every visit only causes an inquiry at the provider.

import { isBrowserPayment, type TransactionKey } from '../../payments/index.ts'
import type { BrowserPaymentDependencies } from '../dependencies.ts'
import { refreshIntervalMs } from './follow-up-browser-payment.ts'
import { isWorthPolling, pollBrowserPayment } from './poll-provider.ts'
import { browserPaymentIn, type LoadedBrowserPayment, recordBrowserPaymentStep } from './record-browser-payment-step.ts'

type FollowDependencies = Pick<
  BrowserPaymentDependencies,
  'store' | 'journeys' | 'vault' | 'clock' | 'providers' | 'timeouts' | 'addresses'
>

const tokenPattern = /^BP-[0-9a-f]{32}$/

async function findByToken(
  token: string,
  { journeys, store }: FollowDependencies,
): Promise<LoadedBrowserPayment | undefined> {
  // A value that does not have the form of a token matches no payment: the store is not queried.
  const key = tokenPattern.test(token) ? await journeys.findByToken(token) : undefined
  const stored = key && (await store.findOrder(key))
  return stored && browserPaymentIn(stored, key)
}

/**
 * The payer leaves for the provider. Returns the redirect target: the provider's page or, if the payment is over, the
 * merchant's.
 */
export async function leaveForProvider(token: string, dependencies: FollowDependencies): Promise<string | undefined> {
  const browserPayment = await findByToken(token, dependencies)
  if (!browserPayment) return undefined
  const { key } = browserPayment.transaction
  await recordBrowserPaymentStep(key, { kind: 'REDIRECTED' }, dependencies)
  const { providerUrl, returnUrl, status } = browserPayment.paymentState.journey
  return status === 'COMPLETED' || providerUrl === undefined ? returnUrl : providerUrl
}

/** The payer is back. Returns the redirect target: the merchant's page, whatever the outcome. */
export async function returnFromProvider(token: string, dependencies: FollowDependencies): Promise<string | undefined> {
  const browserPayment = await findByToken(token, dependencies)
  if (!browserPayment) return undefined
  const { transaction, paymentState } = browserPayment
  const taken = await recordBrowserPaymentStep(transaction.key, { kind: 'RETURNED' }, dependencies)
  const mayLook = dependencies.journeys.mayPoll(transaction.key, refreshIntervalMs)
  if (isWorthPolling(browserPayment) && (taken === 'TAKEN' || mayLook))
    await pollBrowserPayment(transaction, dependencies)
  return paymentState.journey.returnUrl
}

/**
 * - TAKEN: the provider was asked, and its response is recorded or was known already.
 * - FORGED: the message was not sent by the provider.
 * - LATER: the provider could not be asked, or its response not recorded; it may send the message again.
 */
export type CallbackResult = 'TAKEN' | 'FORGED' | 'LATER' | 'UNKNOWN'

export interface ProviderCallback {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: Buffer
}

/** The provider reports that something has happened. The details come from an inquiry at the provider. */
export async function handleProviderCallback(
  token: string,
  message: ProviderCallback,
  dependencies: FollowDependencies,
): Promise<CallbackResult> {
  const key = tokenPattern.test(token) ? await dependencies.journeys.findByToken(token) : undefined
  const transaction = key && (await findTransaction(key, dependencies))
  if (!transaction) return 'UNKNOWN'
  const url = `${dependencies.addresses.publicUrl()}/bpui/pp/notify/${token}`
  const provider = dependencies.providers.of(transaction.link)
  if (!provider?.isAuthentic({ ...message, url, now: dependencies.clock.now() })) return 'FORGED'
  const looked = await pollBrowserPayment(transaction, dependencies)
  return looked.kind === 'FOUND' && looked.taken !== 'WAITS' ? 'TAKEN' : 'LATER'
}

async function findTransaction(key: TransactionKey, { store }: FollowDependencies) {
  const stored = await store.findOrder(key)
  const transaction = stored?.transactions.find((each) => each.key.transactionId === key.transactionId)
  return transaction && isBrowserPayment(transaction.journey) ? transaction : undefined
}
