// Handlers of the payers' pages: for each route, from an opened checkout to the response for the browser.

import {
  apiOperations,
  authenticateExamined,
  awaitAttempt,
  type DeclineReason,
  type EndedCheckout,
  isUnderWay,
  type OpenedCheckout,
  type OperationCaller,
  type PageAttemptResult,
  type PaymentChoice,
  payAfterAuthentication,
  payAnotherWay,
  payCheckout,
  storeCardInSession,
  withAttemptState,
} from '../../checkout/index.ts'
import type { Rejection } from '../../kernel/rejection.ts'
import { permitsOperation } from '../../merchants/index.ts'
import { paymentLinkPath } from '../../payment-links/index.ts'
import { withTimeout } from '../../platform/concurrency/with-timeout.ts'
import type { CheckoutPageDependencies } from '../dependencies.ts'
import { type CheckoutPageRequest, checkoutPaths, commonView, type FormFeedback, payView } from './build-page-view.ts'
import { repeatableValues } from './entered-values.ts'
import type { FieldFault, FormField } from './form-fields.ts'
import {
  attemptProviderName,
  challengeResponse,
  examinationResponse,
  redirectToProvider,
  unfinishedResponse,
} from './provider-redirect.ts'
import { type PayerBrowser, readDevice, readTimeZone } from './read-device.ts'
import { type Form, readForm } from './read-form.ts'
import {
  type CheckoutResponse,
  cancelResponse,
  finalResponse,
  noticeResponse,
  paymentLinkNotice,
  timeoutResponse,
  waitResponse,
} from './responses.ts'
import { withSavedToken } from './saved-accounts.ts'

/** A checkout, how it was requested, and what is needed to respond. */
export interface CheckoutRequest {
  readonly page: OpenedCheckout
  readonly asking: CheckoutPageRequest
  readonly visitor: PayerBrowser
  /** The payer has just pressed the button: a payer who has to go to another site is sent there. */
  readonly hasPressed?: boolean
  readonly dependencies: CheckoutPageDependencies
  readonly ask: OperationCaller
  /** How long a browser waits before it gets a page that polls. */
  readonly waitMs: number
  /** Called with a failure of work that continued after the browser had its response. */
  readonly onLateFailure: (error: unknown) => void
  /** Called with the reason why a wallet's payload was refused, which the payer cannot do anything about. */
  readonly onPayloadRefused?: (refused: Rejection) => void
}

/** Whether there is a page to show at all; otherwise what is shown instead. */
export function refuseCheckoutRequest(
  page: OpenedCheckout | EndedCheckout | undefined,
  asking: CheckoutPageRequest,
  { isLeaving = false } = {},
): CheckoutResponse | undefined {
  if (!page) return noticeResponse(undefined, asking, { about: 'UNKNOWN', status: 404 })
  // No known origin may show this page in a frame.
  if (asking.frame !== 'PAGE' && commonView(page, asking).origins.length === 0)
    return noticeResponse(page, { ...asking, frame: 'PAGE' }, { about: 'NOT_HERE', status: 403 })
  return page.kind === 'ENDED' ? timeoutResponse(page, asking, isLeaving) : refuseByPaymentLink(page, asking)
}

/** Nothing can begin: the link is over, or another payer pays its order. A link for several payers may have another order. */
function refuseByPaymentLink(
  { paymentLink, ...page }: OpenedCheckout,
  asking: CheckoutPageRequest,
): CheckoutResponse | undefined {
  if (!paymentLink?.closure || page.stored.checkout.state !== 'OPEN') return undefined
  return paymentLink.isForMany
    ? { kind: 'REDIRECT', url: paymentLinkPath(paymentLink.paymentLinkId) }
    : paymentLinkNotice(page, asking, paymentLink.closure)
}

/** The current page. */
export async function showPage(
  visit: CheckoutRequest,
  shown: FormFeedback = { values: {}, faults: {} },
  status = 200,
): Promise<CheckoutResponse> {
  const { page, asking, dependencies } = visit
  switch (page.stored.checkout.state) {
    case 'AUTHENTICATING':
    case 'PAYING':
      return showAttemptInProgress(visit)
    case 'DONE':
    case 'FAILED':
      return finalResponse(page, asking, dependencies)
    case 'OPEN':
      if (!canPay(page)) return noticeResponse(page, asking, { about: 'BROKEN', status: 422 })
      return { kind: 'PAGE', status, view: await payView(page, asking, shown, dependencies) }
  }
}

/** Viewing an attempt that can continue continues it. */
async function showAttemptInProgress(visit: CheckoutRequest): Promise<CheckoutResponse> {
  const { page, asking, dependencies, ask, hasPressed = false } = visit
  const { underWay } = page
  switch (underWay?.kind) {
    case 'READY':
      return showAttemptResult(visit, await withinWaitTime(payAfterAuthentication(page, ask, dependencies), visit), {})
    case 'AT_PROVIDER': {
      const { redirectUrl } = underWay
      const away = hasPressed && asking.frame === 'PAGE' ? redirectToProvider : unfinishedResponse
      return away(page, asking, redirectUrl, dependencies)
    }
    case 'WITH_PROVIDER':
      return waitResponse(page, asking, attemptProviderName(page, dependencies))
    case 'EXAMINED':
    case 'CHALLENGED':
      // A separate page, which can be reloaded without sending the form again.
      if (hasPressed) return { kind: 'REDIRECT', url: checkoutPaths(page.sessionId, asking.frame).pay }
      return underWay.kind === 'EXAMINED'
        ? examinationResponse(page, asking, underWay.method)
        : challengeResponse(page, asking, underWay.challenge, dependencies)
    default:
      return waitResponse(page, asking)
  }
}

/** The merchant may do what the session requests, and the session contains enough for it. */
function canPay({ merchant, operation, content: { order } }: OpenedCheckout): boolean {
  const apiOperation = apiOperations[operation]
  if (apiOperation && !permitsOperation(merchant, apiOperation)) return false
  const isAmountNeeded = operation === 'PURCHASE' || operation === 'AUTHORIZE'
  return order?.id !== undefined && (order.amount !== undefined || !isAmountNeeded)
}

/**
 * The payer has sent the form. A form that is sent twice is one attempt: the second time its payer waits for the first
 * one's outcome. An older form, from another tab or after the back button, changes nothing.
 */
export async function submitPayment(visited: CheckoutRequest, form: Form): Promise<CheckoutResponse> {
  const visit = await withPayerView({ ...visited, hasPressed: true }, form)
  const { page, asking, dependencies, ask, visitor } = visit
  const { checkout } = page.stored
  const device = readDevice(form, visitor)
  if (page.underWay?.kind === 'EXAMINED' && form.get('examined') === 'yes')
    return showAttemptResult(
      visit,
      await withinWaitTime(authenticateExamined(page, device, ask, dependencies), visit),
      {},
    )
  if (isUnderWay(checkout)) return showAfterWait(visit)
  const isThisAttempt = checkout.state === 'OPEN' && form.get('attempt') === String(checkout.attempts + 1)
  if (!isThisAttempt || !canPay(page)) return showPage(visit)

  const values = repeatableValues(form)
  const view = await payView(page, asking, { values, faults: {} }, dependencies)
  const read = readForm(form, view)
  if (read.kind === 'FAULTY') return showPage(visit, { values, faults: read.faults }, 422)
  // The button that leads to a provider leads out of the frame; this was another one.
  if (read.provider && asking.frame !== 'PAGE') return showPage(visit, { values, faults: {} })

  const runsScripts = (form.get('device') ?? '') !== ''
  const choice = { ...withSavedToken(page, read), device, payerAddress: visitor.ip, runsScripts }
  return showAttemptResult(visit, await withinWaitTime(runAttempt(page, choice, ask, dependencies), visit), values)
}

/** The receipt by e-mail has the language and the time zone of the page. */
async function withPayerView(visit: CheckoutRequest, form: Form): Promise<CheckoutRequest> {
  const { page, asking, dependencies } = visit
  if (!dependencies.hasMailServer || page.stored.checkout.state !== 'OPEN') return visit
  const payerView = { locale: commonView(page, asking).locale, timeZone: readTimeZone(form) }
  await dependencies.checkouts.notePayerView(page.stored, payerView)
  return { ...visit, page: { ...page, stored: { ...page.stored, payerView } } }
}

/** The result of an attempt. */
async function showAttemptResult(
  visit: CheckoutRequest,
  end: PageAttemptResult | 'LATE',
  values: FormFeedback['values'],
): Promise<CheckoutResponse> {
  const { page, asking } = visit
  if (end === 'LATE') return waitResponse(page, asking)
  const { session = page.session, refused, isTakenOver } = end
  const now: CheckoutRequest = { ...visit, page: withAttemptState({ ...page, session }, end) }
  if (isTakenOver) return showAfterWait(now)
  // Another payer of the link came first: the page itself says how the link stands now.
  if (isOrderOfOthers(now.page, refused))
    return { kind: 'REDIRECT', url: checkoutPaths(page.sessionId, asking.frame).pay, isRefused: true }
  if (!refused || refused.reason === 'SESSION_CHANGED') return showPage(now, { values, faults: {} })
  if (refused.field === payloadPath) visit.onPayloadRefused?.(refused)
  const feedback = explainRejection(refused)
  if (!feedback) return noticeResponse(now.page, asking, { about: 'BROKEN', status: 422 })
  return showPage(now, { values, ...feedback }, 422)
}

function isOrderOfOthers(
  { paymentLink, stored: { checkout } }: OpenedCheckout,
  refused: Rejection | undefined,
): boolean {
  if (!paymentLink?.isOrderShared || checkout.state !== 'OPEN') return false
  return refused ? refused.reason === 'ORDER_ALREADY_STARTED' : !checkout.last
}

function runAttempt(
  page: OpenedCheckout,
  choice: PaymentChoice,
  ask: OperationCaller,
  dependencies: CheckoutPageDependencies,
): Promise<PageAttemptResult> {
  return page.operation === 'NONE'
    ? storeCardInSession(page, choice.details, ask, dependencies)
    : payCheckout(page, choice, ask, dependencies)
}

async function showAfterWait(visit: CheckoutRequest): Promise<CheckoutResponse> {
  const settled = await awaitAttempt(visit.page, visit.waitMs, visit.dependencies)
  return showPage({ ...visit, page: withAttemptState(visit.page, settled) })
}

/** The payer does not want to continue on the site of the provider or bank. */
export async function changePaymentMethod(visit: CheckoutRequest): Promise<CheckoutResponse> {
  return showPage({ ...visit, page: withAttemptState(visit.page, await payAnotherWay(visit.page, visit.dependencies)) })
}

/** The payment continues, whether or not a browser waits for it. */
function withinWaitTime<T>(work: Promise<T>, { waitMs, onLateFailure }: CheckoutRequest): Promise<T | 'LATE'> {
  const onTimeout = () => {
    work.catch(onLateFailure)
    return 'LATE' as const
  }
  return withTimeout(work, { timeoutMs: waitMs, onTimeout })
}

/** The fields of the form by their API names. */
const fieldsOfForm: Readonly<Record<string, FormField>> = {
  'sourceOfFunds.provided.card.number': 'cardNumber',
  'sourceOfFunds.provided.card.nameOnCard': 'nameOnCard',
  'sourceOfFunds.provided.card.expiry.month': 'expiryMonth',
  'sourceOfFunds.provided.card.expiry.year': 'expiryYear',
  'sourceOfFunds.provided.card.securityCode': 'securityCode',
  'sourceOfFunds.provided.giftCard.number': 'giftCardNumber',
  'sourceOfFunds.provided.giftCard.pin': 'giftCardPin',
  'sourceOfFunds.provided.ach.accountType': 'achAccountType',
  'sourceOfFunds.provided.ach.bankAccountHolder': 'achAccountHolder',
  'sourceOfFunds.provided.ach.bankAccountNumber': 'achAccountNumber',
  'sourceOfFunds.provided.ach.routingNumber': 'achRoutingNumber',
  'sourceOfFunds.provided.providerB.bankIdentifier': 'bankIdentifier',
  'customer.email': 'email',
  'billing.address.street': 'billingStreet',
  'billing.address.street2': 'billingStreet2',
  'billing.address.city': 'billingCity',
  'billing.address.stateProvince': 'billingStateProvince',
  'billing.address.postcodeZip': 'billingPostcodeZip',
  'billing.address.country': 'billingCountry',
}

const reasonsOfRefusals: Partial<Readonly<Record<Rejection['reason'], DeclineReason>>> = {
  ANOTHER_CARD: 'NOT_SUPPORTED',
  OVERLOADED: 'TRY_LATER',
  SCHEME_NOT_PERMITTED: 'NOT_SUPPORTED',
  SOURCE_NOT_SUPPORTED: 'NOT_SUPPORTED',
  TOKEN_INVALID: 'NOT_SUPPORTED',
  UNKNOWN_TOKEN: 'NOT_SUPPORTED',
  VELOCITY_LIMIT_REACHED: 'BLOCKED',
}

/** What a wallet has encrypted: altered, expired, used before, or for another amount. */
const payloadPath = 'sourceOfFunds.provided.card.devicePayment.paymentToken'

/** A refusal that the payer can correct; any other is for the merchant to correct. */
function explainRejection({ reason, field, validationType }: Rejection): Omit<FormFeedback, 'values'> | undefined {
  const declined = field === payloadPath ? 'WALLET_REFUSED' : reasonsOfRefusals[reason]
  if (declined) return { declined, faults: {} }
  const name = field === undefined ? undefined : fieldsOfForm[field]
  if (!name) return undefined
  const fault: FieldFault = validationType === 'MISSING' ? 'missing' : 'invalid'
  return { faults: { [name]: fault } }
}

/**
 * The payer leaves. An attempt that is under way, or over, is not reversed by it; one that waits for the payer is given
 * up.
 */
export async function cancelCheckout(visit: CheckoutRequest): Promise<CheckoutResponse> {
  const { page, asking, dependencies } = visit
  const isChallenged = page.underWay?.kind === 'CHALLENGED'
  const now = isChallenged ? withAttemptState(page, await payAnotherWay(page, dependencies)) : page
  const { state } = now.stored.checkout
  const isGivenUp = state === 'OPEN' || (isChallenged && state === 'FAILED')
  return isGivenUp ? cancelResponse(now, asking) : showPage({ ...visit, page: now })
}
