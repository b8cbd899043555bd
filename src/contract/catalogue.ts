// The operations of the API, one line each, and how to find one.
import type { Operation } from './operation.ts'
import { authenticatePayer } from './operations/authenticate-payer.ts'
import { authorize } from './operations/authorize.ts'
import { capture } from './operations/capture.ts'
import { checkEnrollment } from './operations/check-enrollment.ts'
import { confirmBrowserPayment } from './operations/confirm-browser-payment.ts'
import { createCheckoutSession } from './operations/create-checkout-session.ts'
import { createOrUpdateToken } from './operations/create-or-update-token.ts'
import { createPaymentPageSession } from './operations/create-payment-page-session.ts'
import { createSession } from './operations/create-session.ts'
import { createToken } from './operations/create-token.ts'
import { deleteToken } from './operations/delete-token.ts'
import { initiateAuthentication } from './operations/initiate-authentication.ts'
import { initiateBrowserPayment } from './operations/initiate-browser-payment.ts'
import { initiateCheckout } from './operations/initiate-checkout.ts'
import { pay } from './operations/pay.ts'
import { paymentOptionsInquiry } from './operations/payment-options-inquiry.ts'
import { processAcsResult } from './operations/process-acs-result.ts'
import { refund } from './operations/refund.ts'
import { retrieveEvents } from './operations/retrieve-events.ts'
import { retrieveOrder } from './operations/retrieve-order.ts'
import { retrieveSession } from './operations/retrieve-session.ts'
import { retrieveThreeDSecureResult } from './operations/retrieve-three-d-secure-result.ts'
import { retrieveToken } from './operations/retrieve-token.ts'
import { retrieveTransaction } from './operations/retrieve-transaction.ts'
import { searchTokens } from './operations/search-tokens.ts'
import { tokenizeBrowserPayment } from './operations/tokenize-browser-payment.ts'
import { updateAuthorization } from './operations/update-authorization.ts'
import { updateBrowserPayment } from './operations/update-browser-payment.ts'
import { updateSession } from './operations/update-session.ts'
import { verify } from './operations/verify.ts'
import { voidTransaction } from './operations/void.ts'

export const catalogue: readonly Operation[] = [
  authenticatePayer,
  authorize,
  capture,
  checkEnrollment,
  confirmBrowserPayment,
  createCheckoutSession,
  createOrUpdateToken,
  createPaymentPageSession,
  createSession,
  createToken,
  deleteToken,
  initiateAuthentication,
  initiateBrowserPayment,
  initiateCheckout,
  pay,
  paymentOptionsInquiry,
  processAcsResult,
  refund,
  retrieveEvents,
  retrieveOrder,
  retrieveSession,
  retrieveThreeDSecureResult,
  retrieveToken,
  retrieveTransaction,
  searchTokens,
  tokenizeBrowserPayment,
  updateAuthorization,
  updateBrowserPayment,
  updateSession,
  verify,
  voidTransaction,
]

export function findOperation(name: string): Operation | undefined {
  return catalogue.find((operation) => operation.name === name)
}
