// What a payer's visit to a page comes to: the story of each address, from an opened checkout to what the browser gets.
import { type DeclineReason, declineReasonOf } from '../../domain/checkout.ts'
import { permitsOperation } from '../../domain/merchant.ts'
import type { Rejection } from '../../domain/rejection.ts'
import type { Ports } from '../../operations/call.ts'
import { keepInSession } from '../../operations/keep-in-session.ts'
import { apiOperations, type EndedCheckout, type OpenedCheckout } from '../../operations/open-checkout.ts'
import { type AskOperation, awaitAttempt, type PayerDetails, payCheckout } from '../../operations/pay-checkout.ts'
import { cancelled, endOf, noticed, type Response, timedOut, waiting } from './ends.ts'
import type { FieldFault, FormField } from './page-view.ts'
import { type Form, readForm, shownAgain } from './read-form.ts'
import { type Asking, commonView, payView, type Shown } from './view-of.ts'

/** A checkout, the way it was asked for, and what is needed to answer. */
export interface Visit {
  readonly page: OpenedCheckout
  readonly asking: Asking
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
  const { checkout } = page.stored
  switch (checkout.state) {
    case 'PAYING':
      return waiting(page, asking)
    case 'DONE':
    case 'FAILED':
      return endOf(page, asking, ports)
    case 'OPEN': {
      if (!canPay(page)) return noticed(page, asking, { about: 'BROKEN', status: 422 })
      const declined = checkout.last && declineReasonOf(checkout.last.gatewayCode)
      const view = await payView(page, asking, { ...(declined && { declined }), ...shown }, ports)
      return { kind: 'page', status, view }
    }
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
export async function pay(visit: Visit, form: Form): Promise<Response> {
  const { page, asking, ports, ask } = visit
  const { checkout } = page.stored
  if (checkout.state === 'PAYING') return showAfterWait(visit)
  const isThisAttempt = checkout.state === 'OPEN' && form.get('attempt') === String(checkout.attempts + 1)
  if (!isThisAttempt || !canPay(page)) return show(visit)

  const values = shownAgain(form)
  const view = await payView(page, asking, { values, faults: {} }, ports)
  const read = readForm(form, view)
  if (read.kind === 'faulty') return show(visit, { values, faults: read.faults }, 422)

  const end = await inTime(carryOut(page, read.details, ask, ports), visit)
  if (end === 'LATE') return waiting(page, asking)
  const { stored, session = page.session, refused, isTakenOver } = end
  const now: Visit = { ...visit, page: { ...page, stored, session } }
  if (isTakenOver) return showAfterWait(now)
  if (!refused || refused.reason === 'SESSION_CHANGED') return show(now, { values, faults: {} })
  const told = tellPayer(refused)
  if (!told) return noticed(now.page, asking, { about: 'BROKEN', status: 422 })
  return show(now, { values, ...told }, 422)
}

type End = Awaited<ReturnType<typeof payCheckout>> & { readonly session?: OpenedCheckout['session'] }

function carryOut(page: OpenedCheckout, details: PayerDetails, ask: AskOperation, ports: Ports): Promise<End> {
  return page.operation === 'NONE' ? keepInSession(page, details, ask, ports) : payCheckout(page, details, ask, ports)
}

async function showAfterWait(visit: Visit): Promise<Response> {
  const stored = await awaitAttempt(visit.page, visit.waitMs, visit.ports)
  return show({ ...visit, page: { ...visit.page, stored } })
}

/** The payment goes on, whoever waits for it. */
async function inTime<T>(work: Promise<T>, { waitMs, onLateFailure }: Visit): Promise<T | 'LATE'> {
  const { promise: late, resolve } = Promise.withResolvers<'LATE'>()
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    resolve('LATE')
  }, waitMs)
  work.catch((error: unknown) => isLate && onLateFailure(error))
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
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

/** The payer leaves. An attempt that is under way, or over, is not undone by it. */
export function cancel(visit: Visit): Promise<Response> | Response {
  return visit.page.stored.checkout.state === 'OPEN' ? cancelled(visit.page, visit.asking) : show(visit)
}
