// Finds the outcome of a page's attempt that is under way, whichever process began it. A process that died while its
// payer waited leaves either a transaction, whose outcome recovery decides, or none, and then nothing was sent. A payer
// who is away, at a provider or at the bank, may have decided there without coming back.

import {
  browserPaymentIn,
  isWorthPolling,
  pollBrowserPayment,
  refreshIntervalMs,
} from '../../browser-payments/index.ts'
import type { EntryPoint } from '../../kernel/entry-point.ts'
import type { GatewayCode } from '../../kernel/gateway-code.ts'
import { findAuthentication } from '../../payer-authentication/index.ts'
import type { OrderKey, StoredTransaction } from '../../payments/index.ts'
import type { CheckoutDependencies } from '../dependencies.ts'
import type { StoredCheckout } from '../ports/checkout-store.ts'
import { advanceCheckout, attemptOutcomeOf, type Checkout, type CheckoutEvent, isUnderWay } from '../rules/checkout.ts'
import { firstVersionWithoutValues } from './complete-page-session.ts'
import type { OpenedCheckout, PageAttemptDependencies, PageAttemptState, PendingStep } from './page-state.ts'
import { queuePageReceipt } from './queue-receipt.ts'
export type CheckoutPage = Pick<OpenedCheckout, 'merchant' | 'session' | 'content' | 'attemptsMax' | 'stored'>
type CheckoutUnderWay = Extract<Checkout, { readonly state: 'AUTHENTICATING' | 'PAYING' }>

const waiting = { kind: 'WAITING' } as const

export async function resolvePageAttempt(
  page: CheckoutPage,
  dependencies: PageAttemptDependencies,
): Promise<PageAttemptState> {
  const { checkout } = page.stored
  if (!isUnderWay(checkout)) return resolveLateSuccess(page, dependencies)
  await keepSessionAlive(page, dependencies)
  return checkout.state === 'PAYING'
    ? resolvePagePayment(page, checkout, dependencies)
    : resolveAuthentication(page, checkout, dependencies)
}

async function resolvePagePayment(
  page: CheckoutPage,
  checkout: CheckoutUnderWay,
  dependencies: PageAttemptDependencies,
): Promise<PageAttemptState> {
  const transaction = await findTransaction(page, checkout.transactionId, dependencies)
  if (!transaction) return resolveUnsentAttempt(page, checkout, dependencies)
  const { isInFlight, gatewayCode, response, reversal } = transaction
  if (isInFlight || !gatewayCode) return { stored: page.stored, underWay: waiting }
  // Cancelled by the gateway, for a payer who pays another way or has vanished: it was not refused.
  if (gatewayCode === 'ABORTED' && reversal)
    return { stored: await applyCheckoutEvent(page, { kind: 'WITHDRAWN' }, dependencies) }
  return finishAttempt(page, { gatewayCode, response }, dependencies)
}

/** Nothing was sent: not yet, or the process that should have is gone. */
async function resolveUnsentAttempt(
  page: CheckoutPage,
  { since }: CheckoutUnderWay,
  dependencies: PageAttemptDependencies,
): Promise<PageAttemptState> {
  const isAbandoned =
    dependencies.clock.expiryTime().getTime() - since.getTime() >= dependencies.timeouts.attemptDeadlineMs
  if (isAbandoned) return { stored: await applyCheckoutEvent(page, { kind: 'WITHDRAWN' }, dependencies) }
  return { stored: page.stored, underWay: waiting }
}

async function resolveAuthentication(
  page: CheckoutPage,
  checkout: CheckoutUnderWay,
  dependencies: PageAttemptDependencies,
): Promise<PageAttemptState> {
  const { stored } = page
  const key = { ...orderKeyOf(page), transactionId: checkout.transactionId }
  const authentication = await findAuthentication(key, dependencies)
  if (authentication?.mayProceed) return { stored, underWay: { kind: 'READY' } }
  if (authentication?.isOver) return failAuthentication(page, dependencies)
  const isTimeUp = dependencies.clock.expiryTime() >= stored.expiresAt
  if (authentication?.method && !isTimeUp)
    return { stored, underWay: { kind: 'EXAMINED', method: authentication.method } }
  if (!authentication?.challenge) return resolveUnsentAttempt(page, checkout, dependencies)
  return isTimeUp
    ? failAuthentication(page, dependencies)
    : { stored, underWay: { kind: 'CHALLENGED', challenge: authentication.challenge } }
}

/** The payer could not be authenticated, or declined to be. */
export async function failAuthentication(
  page: CheckoutPage,
  dependencies: PageAttemptDependencies,
): Promise<PageAttemptState> {
  return {
    stored: await applyCheckoutEvent(page, { kind: 'DECLINED', gatewayCode: 'AUTHENTICATION_FAILED' }, dependencies),
  }
}

/** A provider that has refused may still approve later: then the payer has paid. */
async function resolveLateSuccess(
  page: CheckoutPage,
  dependencies: PageAttemptDependencies,
): Promise<PageAttemptState> {
  const { stored } = page
  const { checkout } = stored
  if (checkout.state !== 'OPEN' || !checkout.last?.provider) return { stored }
  const transaction = await findTransaction(page, checkout.last.transactionId, dependencies)
  const gatewayCode = transaction?.gatewayCode
  if (!gatewayCode || attemptOutcomeOf(gatewayCode) !== 'SUCCEEDED') return { stored }
  return { stored: await applyCheckoutEvent(page, { kind: 'SUCCEEDED', gatewayCode }, dependencies) }
}

/** The page after the attempt under way had this outcome. */
export async function finishAttempt(
  page: CheckoutPage,
  { gatewayCode, response }: { readonly gatewayCode: GatewayCode; readonly response?: object | undefined },
  dependencies: PageAttemptDependencies,
): Promise<PageAttemptState> {
  const outcome = attemptOutcomeOf(gatewayCode)
  if (outcome === 'WAITING') return { stored: page.stored, underWay: pendingStepOf(page.stored, gatewayCode, response) }
  return {
    stored: await applyCheckoutEvent(
      page,
      outcome === 'WITHDRAWN' ? { kind: outcome } : { kind: outcome, gatewayCode },
      dependencies,
    ),
  }
}

function pendingStepOf(
  { checkout }: StoredCheckout,
  gatewayCode: GatewayCode,
  response: object | undefined,
): PendingStep {
  if (!isUnderWay(checkout) || !checkout.provider) return waiting
  const { browserPayment } = (response ?? {}) as { readonly browserPayment?: { readonly redirectUrl?: string } }
  const redirectUrl = browserPayment?.redirectUrl
  if (gatewayCode === 'SUBMITTED' && redirectUrl !== undefined) return { kind: 'AT_PROVIDER', redirectUrl }
  return { kind: 'WITH_PROVIDER' }
}

/** The page after an event; unchanged if a concurrent change came first. */
export async function applyCheckoutEvent(
  page: Pick<CheckoutPage, 'merchant' | 'content' | 'stored' | 'attemptsMax'>,
  event: CheckoutEvent,
  dependencies: Pick<CheckoutDependencies, 'checkouts' | 'clock' | 'hasMailServer' | 'receiptQueue'>,
): Promise<StoredCheckout> {
  const { stored, attemptsMax } = page
  const { checkouts, clock } = dependencies
  const checkout = advanceCheckout(stored.checkout, event, { attemptsMax })
  const now = clock.expiryTime()
  if (checkout?.state === 'DONE' && checkout.last) await queuePageReceipt(page, checkout.last, dependencies)
  if (checkout && (await checkouts.update(stored, checkout, now)))
    return { ...stored, checkout, revision: stored.revision + 1, updatedAt: now }
  const current = await checkouts.findAnywhere([stored.sessionHash])
  return current ?? stored
}

/** How much longer than the longest attempt a session lives whose payer is paying or waiting. */
const marginMs = 5 * 60_000

/**
 * A session must not expire during its payment, and a waiting payer must see the outcome. Payers take their time on a
 * provider's site.
 */
export function keepSessionAlive(
  { session, stored: { checkout } }: Pick<CheckoutPage, 'session' | 'stored'>,
  { sessions, clock, timeouts }: Pick<CheckoutDependencies, 'sessions' | 'clock' | 'timeouts'>,
): Promise<void> {
  const { merchantId, hash } = session
  const isAway = isUnderWay(checkout) && checkout.provider !== undefined
  const now = clock.expiryTime()
  const longestMs = isAway ? timeouts.browserPaymentMs : timeouts.attemptDeadlineMs
  return sessions.keepAlive(
    { merchantId, hash: hash.hash },
    { now, until: new Date(now.getTime() + longestMs + marginMs) },
  )
}

/** The entry point of a page's payments. */
export function entryPointOf({
  session,
  createdInVersion,
}: Pick<OpenedCheckout, 'session' | 'createdInVersion'>): EntryPoint {
  if (session.kind === 'PAYMENT_PAGE') return 'HOSTED_PAGE'
  return createdInVersion < firstVersionWithoutValues ? 'CHECKOUT' : 'CHECKOUT_VIA_WEBSITE'
}

/** Payments of an earlier release have CHECKOUT in every version. */
const entryPointsOfPages: readonly EntryPoint[] = ['CHECKOUT', 'CHECKOUT_VIA_WEBSITE', 'HOSTED_PAGE']

export function orderKeyOf({ merchant, content }: Pick<CheckoutPage, 'merchant' | 'content'>): OrderKey {
  return { merchantId: merchant.id, orderId: content.order?.id ?? '' }
}

/**
 * Only a page's own transaction: the merchant's programs may use the same id on the same order. A provider that may
 * know the outcome by now is asked.
 */
async function findTransaction(
  page: CheckoutPage,
  transactionId: string,
  dependencies: PageAttemptDependencies,
): Promise<StoredTransaction | undefined> {
  const { store, journeys } = dependencies
  const key = orderKeyOf(page)
  const read = async () => {
    const order = await store.findOrder(key)
    const browserPayment = order && browserPaymentIn(order, { ...key, transactionId })
    const transaction = order?.transactions.find(
      (each) => each.key.transactionId === transactionId && entryPointsOfPages.includes(each.entryPoint),
    )
    return { transaction, isOpen: browserPayment !== undefined && isWorthPolling(browserPayment) }
  }
  const { transaction, isOpen } = await read()
  if (!transaction || !isOpen || !journeys.mayPoll(transaction.key, refreshIntervalMs)) return transaction
  await pollBrowserPayment(transaction, dependencies)
  return (await read()).transaction
}
