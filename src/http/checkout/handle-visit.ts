// What a payer's visit to a page comes to: the story of each address, from an opened checkout to what the browser gets.
import { withTimeout } from '../../concurrency/with-timeout.ts'
import { type DeclineReason, isUnderWay } from '../../domain/checkout/checkout.ts'
import { permitsOperation } from '../../domain/merchants/merchant.ts'
import type { Rejection } from '../../domain/rejection.ts'
import type { Ports } from '../../operations/call.ts'
import { apiOperations, type EndedCheckout, withSettled } from '../../operations/checkout/open-checkout.ts'
import type { OpenedCheckout } from '../../operations/checkout/page-state.ts'
import { payAnotherWay } from '../../operations/checkout/pay-another-way.ts'
import { proceed } from '../../operations/checkout/pay-authenticated.ts'
import { awaitAttempt, payCheckout } from '../../operations/checkout/pay-checkout.ts'
import type { AskOperation, AttemptEnd, Wish } from '../../operations/checkout/run-page-attempt.ts'
import { keepInSession } from '../../operations/checkout/store-card-in-session.ts'
import { challenged, leaving, providerOf, unfinished } from './away.ts'
import { type Asking, commonView, pathsOf, payView, type Shown } from './build-page-view.ts'
import { cancelled, endOf, noticed, type Response, timedOut, waiting } from './endings.ts'
import type { FieldFault, FormField } from './page-view.ts'
import { readDevice, type Visitor } from './read-device.ts'
import { type Form, readForm, shownAgain } from './read-form.ts'

/** A checkout, the way it was asked for, and what is needed to answer. */
export interface Visit {
  readonly page: OpenedCheckout
  readonly asking: Asking
  readonly visitor: Visitor
  /** The payer has just pressed the button: who has to go elsewhere goes. */
  readonly hasPressed?: boolean
  readonly ports: Ports
  readonly ask: AskOperation
  /** How long a browser is kept waiting before it gets a page that asks again. */
  readonly waitMs: number
  /** Hears of a failure of what went on when the browser had its answer already. */
  readonly onLateFailure: (error: unknown) => void
}

/** Whether there is a page to show at all; otherwise what is shown instead. */
export function refuseVisit(
  page: OpenedCheckout | EndedCheckout | undefined,
  asking: Asking,
  { isLeaving = false } = {},
): Response | undefined {
  if (!page) return noticed(undefined, asking, { about: 'UNKNOWN', status: 404 })
  // Nobody whom we know may have this page in a frame.
  if (asking.frame !== 'PAGE' && commonView(page, asking).origins.length === 0)
    return noticed(page, { ...asking, frame: 'PAGE' }, { about: 'NOT_HERE', status: 403 })
  return page.kind === 'ended' ? timedOut(page, asking, isLeaving) : undefined
}

/** The page as it is now. */
export async function show(visit: Visit, shown: Shown = { values: {}, faults: {} }, status = 200): Promise<Response> {
  const { page, asking, ports } = visit
  switch (page.stored.checkout.state) {
    case 'AUTHENTICATING':
    case 'PAYING':
      return showUnderWay(visit)
    case 'DONE':
    case 'FAILED':
      return endOf(page, asking, ports)
    case 'OPEN':
      if (!canPay(page)) return noticed(page, asking, { about: 'BROKEN', status: 422 })
      return { kind: 'page', status, view: await payView(page, asking, shown, ports) }
  }
}

/** Whoever looks at an attempt that could go on goes on with it. */
async function showUnderWay(visit: Visit): Promise<Response> {
  const { page, asking, ports, ask, hasPressed = false } = visit
  const { underWay } = page
  switch (underWay?.kind) {
    case 'READY':
      return showEnd(visit, await inTime(proceed(page, ask, ports), visit), {})
    case 'AT_PROVIDER': {
      const { redirectUrl } = underWay
      const away = hasPressed && asking.frame === 'PAGE' ? leaving : unfinished
      return away(page, asking, redirectUrl, ports)
    }
    case 'WITH_PROVIDER':
      return waiting(page, asking, providerOf(page, ports))
    case 'CHALLENGED':
      // A page of its own, which can be loaded again without sending the form again.
      if (hasPressed) return { kind: 'redirect', url: pathsOf(page.sessionId, asking.frame).pay }
      return challenged(page, asking, underWay.challenge, ports)
    default:
      return waiting(page, asking)
  }
}

/** The merchant may do what the session asks for, and the session says enough for it. */
function canPay({ merchant, operation, content: { order } }: OpenedCheckout): boolean {
  const apiOperation = apiOperations[operation]
  if (apiOperation && !permitsOperation(merchant, apiOperation)) return false
  const isAmountNeeded = operation === 'PURCHASE' || operation === 'AUTHORIZE'
  return order?.id !== undefined && (order.amount !== undefined || !isAmountNeeded)
}

/**
 * The payer has sent the form. A form that is sent twice is one attempt: the second time its payer waits for the first
 * one's outcome. An older form, from another tab or from behind the back button, changes nothing.
 */
export async function pay(visited: Visit, form: Form): Promise<Response> {
  const visit = { ...visited, hasPressed: true }
  const { page, asking, ports, ask, visitor } = visit
  const { checkout } = page.stored
  if (isUnderWay(checkout)) return showAfterWait(visit)
  const isThisAttempt = checkout.state === 'OPEN' && form.get('attempt') === String(checkout.attempts + 1)
  if (!isThisAttempt || !canPay(page)) return show(visit)

  const values = shownAgain(form)
  const view = await payView(page, asking, { values, faults: {} }, ports)
  const read = readForm(form, view)
  if (read.kind === 'faulty') return show(visit, { values, faults: read.faults }, 422)
  // The button that leads to a provider leads out of the frame; this was another one.
  if (read.provider && asking.frame !== 'PAGE') return show(visit, { values, faults: {} })

  const wish = { ...read, device: readDevice(form, visitor) }
  return showEnd(visit, await inTime(carryOut(page, wish, ask, ports), visit), values)
}

/** What an attempt has come to. */
async function showEnd(visit: Visit, end: AttemptEnd | 'LATE', values: Shown['values']): Promise<Response> {
  const { page, asking } = visit
  if (end === 'LATE') return waiting(page, asking)
  const { session = page.session, refused, isTakenOver } = end
  const now: Visit = { ...visit, page: withSettled({ ...page, session }, end) }
  if (isTakenOver) return showAfterWait(now)
  if (!refused || refused.reason === 'SESSION_CHANGED') return show(now, { values, faults: {} })
  const told = tellPayer(refused)
  if (!told) return noticed(now.page, asking, { about: 'BROKEN', status: 422 })
  return show(now, { values, ...told }, 422)
}

function carryOut(page: OpenedCheckout, wish: Wish, ask: AskOperation, ports: Ports): Promise<AttemptEnd> {
  return page.operation === 'NONE' ? keepInSession(page, wish.details, ask, ports) : payCheckout(page, wish, ask, ports)
}

async function showAfterWait(visit: Visit): Promise<Response> {
  const settled = await awaitAttempt(visit.page, visit.waitMs, visit.ports)
  return show({ ...visit, page: withSettled(visit.page, settled) })
}

/** The payer does not want to go on where we have sent the payer to. */
export async function anotherWay(visit: Visit): Promise<Response> {
  return show({ ...visit, page: withSettled(visit.page, await payAnotherWay(visit.page, visit.ports)) })
}

/** The payment goes on, whoever waits for it. */
function inTime<T>(work: Promise<T>, { waitMs, onLateFailure }: Visit): Promise<T | 'LATE'> {
  const onTimeout = () => {
    work.catch(onLateFailure)
    return 'LATE' as const
  }
  return withTimeout(work, { timeoutMs: waitMs, onTimeout })
}

/** The fields of the form by the names that the API has for them. */
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

/** A refusal that the payer can do something about; any other is the merchant's to put right. */
function tellPayer({ reason, field, validationType }: Rejection): Omit<Shown, 'values'> | undefined {
  const declined = reasonsOfRefusals[reason]
  if (declined) return { declined, faults: {} }
  const name = field === undefined ? undefined : fieldsOfForm[field]
  if (!name) return undefined
  const fault: FieldFault = validationType === 'MISSING' ? 'missing' : 'invalid'
  return { faults: { [name]: fault } }
}

/** The payer leaves. An attempt that is under way, or over, is not undone by it; one that waits for the payer is given up. */
export async function cancel(visit: Visit): Promise<Response> {
  const { page, asking, ports } = visit
  const isChallenged = page.underWay?.kind === 'CHALLENGED'
  const now = isChallenged ? withSettled(page, await payAnotherWay(page, ports)) : page
  const { state } = now.stored.checkout
  const isGivenUp = state === 'OPEN' || (isChallenged && state === 'FAILED')
  return isGivenUp ? cancelled(now, asking) : show({ ...visit, page: now })
}
