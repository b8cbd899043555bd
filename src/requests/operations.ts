// The operations by name: one line each.

import { confirmBrowserPayment } from '../browser-payments/operations/confirm-browser-payment.ts'
import { initiateBrowserPayment } from '../browser-payments/operations/initiate-browser-payment.ts'
import { paymentOptionsInquiry } from '../browser-payments/operations/payment-options-inquiry.ts'
import { tokenizeBrowserPayment } from '../browser-payments/operations/tokenize-browser-payment.ts'
import { updateBrowserPayment } from '../browser-payments/operations/update-browser-payment.ts'
import { createCheckoutSession, createPaymentPageSession } from '../checkout/operations/create-page-session.ts'
import type { OperationName } from '../contract/operation.ts'
import { retrieveEvents } from '../events/operations/retrieve-events.ts'
import type { Rejection } from '../kernel/rejection.ts'
import { reject } from '../kernel/rejection.ts'
import { StoreOverloaded } from '../kernel/store-overloaded.ts'
import { authenticatePayer } from '../payer-authentication/operations/authenticate-payer.ts'
import { checkEnrollment } from '../payer-authentication/operations/check-enrollment.ts'
import { initiateAuthentication } from '../payer-authentication/operations/initiate-authentication.ts'
import { processAcsResult } from '../payer-authentication/operations/process-acs-result.ts'
import { retrieveThreeDSecureResult } from '../payer-authentication/operations/retrieve-three-d-secure-result.ts'
import { disablePaymentLink } from '../payment-links/operations/disable-payment-link.ts'
import { retrievePaymentLink } from '../payment-links/operations/retrieve-payment-link.ts'
import type { Call, OperationResponse, OperationResult, OperationRun, OrderChanged } from '../payments/call.ts'
import type { TransactionResponse } from '../payments/contract/transaction-response.ts'
import { presentResponse } from '../payments/masking/present-response.ts'
import { answerRepeat, findRepeated } from '../payments/operations/answer-repeat.ts'
import { authorize } from '../payments/operations/authorize.ts'
import { capture } from '../payments/operations/capture.ts'
import { pay } from '../payments/operations/pay.ts'
import { refund } from '../payments/operations/refund.ts'
import { retrieveAgreement } from '../payments/operations/retrieve-agreement.ts'
import { retrieveOrder } from '../payments/operations/retrieve-order.ts'
import { retrieveTransaction } from '../payments/operations/retrieve-transaction.ts'
import { updateAuthorization } from '../payments/operations/update-authorization.ts'
import { verify } from '../payments/operations/verify.ts'
import { voidTransaction } from '../payments/operations/void.ts'
import { conflict, retryOnConflict } from '../platform/concurrency/retry-on-conflict.ts'
import { createSession } from '../sessions/operations/create-session.ts'
import { retrieveSession } from '../sessions/operations/retrieve-session.ts'
import { updateSession } from '../sessions/operations/update-session.ts'
import { closeBatchOnRequest } from '../settlement/operations/close-batch-on-request.ts'
import { deleteToken } from '../tokens/operations/delete-token.ts'
import { retrieveToken } from '../tokens/operations/retrieve-token.ts'
import { createOrUpdateToken, createToken } from '../tokens/operations/save-token.ts'
import { searchTokens } from '../tokens/operations/search-tokens.ts'
import type { Ports } from './ports.ts'

/** The responses that the gateway itself reads; those of other operations are only written. */
interface ResponsesRead {
  readonly CAPTURE: TransactionResponse
  readonly REFUND: TransactionResponse
  readonly UPDATE_AUTHORIZATION: TransactionResponse
  readonly VOID: TransactionResponse
}

type ResponseOf<Name extends OperationName> = Name extends keyof ResponsesRead ? ResponsesRead[Name] : object

/** Requests are read by the contract of the operation they name, so each gets the type it expects. */
type OperationHandler<Answer extends object> = (
  request: never,
  call: Call,
  ports: Ports,
  run: OperationRun,
) => Promise<OperationResult<Answer>>

const operations: { readonly [Name in OperationName]: OperationHandler<ResponseOf<Name>> } = {
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

export async function runOperation<Name extends OperationName>(
  name: Name,
  request: object,
  call: Call,
  ports: Ports,
): Promise<OperationResponse<ResponseOf<Name>> | Rejection> {
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
    return result?.kind === 'ANSWERED' ? await presentResponse(call, result, ports) : result
  } catch (error) {
    if (error instanceof StoreOverloaded) return overloaded
    throw error
  }
}

async function runUntilRecorded<Name extends OperationName>(
  name: Name,
  request: object,
  call: Call,
  ports: Ports,
): Promise<OperationResponse<ResponseOf<Name>> | Rejection> {
  const operation: OperationHandler<ResponseOf<Name>> = operations[name]
  let changed: OrderChanged<ResponseOf<Name>> | undefined
  const recorded = await retryOnConflict(async ({ number }) => {
    const presumesNewOrder = number === 1 && call.key.orderId !== '' && !ports.store.hasSeenOrder(call.key)
    const result = await operation(request as never, call, ports, { presumesNewOrder })
    // A request may be wrong for a new order and right for the order that exists.
    if (result.kind === 'REJECTED') return presumesNewOrder ? conflict : result
    changed = result.kind === 'MOVED' ? result : undefined
    return result.kind === 'MOVED' ? conflict : result
  }, attemptsMax)
  const result = recorded === conflict ? await changed?.respondBusy?.() : recorded
  if (result === undefined || result.kind === 'MOVED')
    return reject('OVERLOADED', 'The order is being changed by many requests at once. Try again later.')
  return result.kind === 'ANSWERED' ? presentResponse(call, result, ports) : result
}
