// The operations by name: one line each.
import { conflict, retryOnConflict } from '../concurrency/retry-on-conflict.ts'
import type { OperationName } from '../contract/operation.ts'
import type { Rejection } from '../domain/rejection.ts'
import { reject } from '../domain/rejection.ts'
import { StoreOverloaded } from '../ports/payments/store.ts'
import { confirmBrowserPayment } from './browser-payments/confirm-browser-payment.ts'
import { initiateBrowserPayment } from './browser-payments/initiate-browser-payment.ts'
import { paymentOptionsInquiry } from './browser-payments/payment-options-inquiry.ts'
import { tokenizeBrowserPayment } from './browser-payments/tokenize-browser-payment.ts'
import { updateBrowserPayment } from './browser-payments/update-browser-payment.ts'
import type { Call, OperationResponse, OperationResult, OperationRun, OrderChanged, Ports } from './call.ts'
import { createCheckoutSession, createPaymentPageSession } from './checkout/create-page-session.ts'
import { retrieveEvents } from './events/retrieve-events.ts'
import { presentResponse } from './masking/present-response.ts'
import { authenticatePayer } from './payer-authentication/authenticate-payer.ts'
import { checkEnrollment } from './payer-authentication/check-enrollment.ts'
import { initiateAuthentication } from './payer-authentication/initiate-authentication.ts'
import { processAcsResult } from './payer-authentication/process-acs-result.ts'
import { retrieveThreeDSecureResult } from './payer-authentication/retrieve-three-d-secure-result.ts'
import { disablePaymentLink } from './payment-links/disable-payment-link.ts'
import { retrievePaymentLink } from './payment-links/retrieve-payment-link.ts'
import { answerRepeat, findRepeated } from './payments/answer-repeat.ts'
import { authorize } from './payments/authorize.ts'
import { capture } from './payments/capture.ts'
import { pay } from './payments/pay.ts'
import { refund } from './payments/refund.ts'
import { retrieveAgreement } from './payments/retrieve-agreement.ts'
import { retrieveOrder } from './payments/retrieve-order.ts'
import { retrieveTransaction } from './payments/retrieve-transaction.ts'
import { updateAuthorization } from './payments/update-authorization.ts'
import { verify } from './payments/verify.ts'
import { voidTransaction } from './payments/void.ts'
import { createSession } from './sessions/create-session.ts'
import { retrieveSession } from './sessions/retrieve-session.ts'
import { updateSession } from './sessions/update-session.ts'
import { closeBatchOnRequest } from './settlement/close-batch-on-request.ts'
import { deleteToken } from './tokens/delete-token.ts'
import { retrieveToken } from './tokens/retrieve-token.ts'
import { createOrUpdateToken, createToken } from './tokens/save-token.ts'
import { searchTokens } from './tokens/search-tokens.ts'

/** Requests are read by the contract of the operation they name, so each gets the type it expects. */
type OperationHandler = (request: never, call: Call, ports: Ports, run: OperationRun) => Promise<OperationResult>

const operations: Readonly<Record<OperationName, OperationHandler>> = {
  AUTHENTICATE_PAYER: authenticatePayer,
  AUTHORIZE: authorize,
  CAPTURE: capture,
  CHECK_3DS_ENROLLMENT: checkEnrollment,
  CLOSE_BATCH: closeBatchOnRequest,
  CONFIRM_BROWSER_PAYMENT: confirmBrowserPayment,
  CREATE_CHECKOUT_SESSION: createCheckoutSession,
  CREATE_PAYMENT_PAGE_SESSION: createPaymentPageSession,
  CREATE_OR_UPDATE_TOKEN: createOrUpdateToken,
  CREATE_SESSION: createSession,
  CREATE_TOKEN: createToken,
  DELETE_TOKEN: deleteToken,
  DELETE_PAYMENT_LINK: disablePaymentLink,
  DISABLE_PAYMENT_LINK: disablePaymentLink,
  INITIATE_BROWSER_PAYMENT: initiateBrowserPayment,
  INITIATE_AUTHENTICATION: initiateAuthentication,
  INITIATE_CHECKOUT: createCheckoutSession,
  PAY: pay,
  PAYMENT_OPTIONS_INQUIRY: paymentOptionsInquiry,
  PROCESS_ACS_RESULT: processAcsResult,
  REFUND: refund,
  RETRIEVE_3DS_RESULT: retrieveThreeDSecureResult,
  RETRIEVE_AGREEMENT: retrieveAgreement,
  RETRIEVE_EVENTS: retrieveEvents,
  RETRIEVE_ORDER: retrieveOrder,
  RETRIEVE_PAYMENT_LINK: retrievePaymentLink,
  RETRIEVE_SESSION: retrieveSession,
  RETRIEVE_TOKEN: retrieveToken,
  RETRIEVE_TRANSACTION: retrieveTransaction,
  SEARCH_TOKENS: searchTokens,
  TOKENIZE_BROWSER_PAYMENT: tokenizeBrowserPayment,
  UPDATE_AUTHORIZATION: updateAuthorization,
  UPDATE_BROWSER_PAYMENT: updateBrowserPayment,
  UPDATE_SESSION: updateSession,
  VERIFY: verify,
  VOID: voidTransaction,
}

const overloaded = reject('OVERLOADED', 'The gateway is too busy to process this request.')

/** An order that changes between reading and recording so often counts as busy. */
const attemptsMax = 5

export async function runOperation(
  name: OperationName,
  request: object,
  call: Call,
  ports: Ports,
): Promise<OperationResponse | Rejection> {
  try {
    return await runUntilRecorded(name, request, call, ports)
  } catch (error) {
    if (error instanceof StoreOverloaded) return overloaded
    throw error
  }
}

/** Operations under the ids of a transaction that is there: they take it further, and are never a repeat of its request. */
const continuing: ReadonlySet<OperationName> = new Set([
  'AUTHENTICATE_PAYER',
  'CONFIRM_BROWSER_PAYMENT',
  'UPDATE_BROWSER_PAYMENT',
])

/** The answer to a request whose ids were used before. Asked before a session is looked for, which may be gone by then. */
export async function findRepeat(
  name: OperationName,
  sent: object,
  call: Call,
  ports: Pick<Ports, 'store' | 'vault' | 'audit' | 'clock' | 'timeouts'>,
): Promise<OperationResponse | Rejection | undefined> {
  if (!call.key.transactionId || continuing.has(name)) return undefined
  try {
    const first = findRepeated(await ports.store.findOrder(call.key), call.key)
    const result = first && (await answerRepeat(first, sent, call, ports))
    return result?.kind === 'answered' ? await presentResponse(call, result, ports) : result
  } catch (error) {
    if (error instanceof StoreOverloaded) return overloaded
    throw error
  }
}

async function runUntilRecorded(
  name: OperationName,
  request: object,
  call: Call,
  ports: Ports,
): Promise<OperationResponse | Rejection> {
  const operation = operations[name]
  let changed: OrderChanged | undefined
  const recorded = await retryOnConflict(async ({ number }) => {
    const presumesNewOrder = number === 1 && call.key.orderId !== '' && !ports.store.hasSeenOrder(call.key)
    const result = await operation(request as never, call, ports, { presumesNewOrder })
    // A request may be wrong for a new order and right for the order that exists.
    if (result.kind === 'rejected') return presumesNewOrder ? conflict : result
    changed = result.kind === 'moved' ? result : undefined
    return result.kind === 'moved' ? conflict : result
  }, attemptsMax)
  const result = recorded === conflict ? await changed?.respondBusy?.() : recorded
  if (result === undefined || result.kind === 'moved')
    return reject('OVERLOADED', 'The order is being changed by many requests at once. Try again later.')
  return result.kind === 'answered' ? presentResponse(call, result, ports) : result
}
