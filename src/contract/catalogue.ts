// The operations of the API, one line each, and how to find one.
import type { Operation } from './operation.ts'
import { confirmBrowserPayment } from './operations/browser-payments/confirm-browser-payment.ts'
import { initiateBrowserPayment } from './operations/browser-payments/initiate-browser-payment.ts'
import { paymentOptionsInquiry } from './operations/browser-payments/payment-options-inquiry.ts'
import { tokenizeBrowserPayment } from './operations/browser-payments/tokenize-browser-payment.ts'
import { updateBrowserPayment } from './operations/browser-payments/update-browser-payment.ts'
import { createCheckoutSession } from './operations/checkout/create-checkout-session.ts'
import { createPaymentPageSession } from './operations/checkout/create-payment-page-session.ts'
import { initiateCheckout } from './operations/checkout/initiate-checkout.ts'
import { retrieveEvents } from './operations/events/retrieve-events.ts'
import { authenticatePayer } from './operations/payer-authentication/authenticate-payer.ts'
import { checkEnrollment } from './operations/payer-authentication/check-enrollment.ts'
import { initiateAuthentication } from './operations/payer-authentication/initiate-authentication.ts'
import { processAcsResult } from './operations/payer-authentication/process-acs-result.ts'
import { retrieveThreeDSecureResult } from './operations/payer-authentication/retrieve-three-d-secure-result.ts'
import { deletePaymentLink } from './operations/payment-links/delete-payment-link.ts'
import { disablePaymentLink } from './operations/payment-links/disable-payment-link.ts'
import { retrievePaymentLink } from './operations/payment-links/retrieve-payment-link.ts'
import { authorize } from './operations/payments/authorize.ts'
import { capture } from './operations/payments/capture.ts'
import { pay } from './operations/payments/pay.ts'
import { refund } from './operations/payments/refund.ts'
import { retrieveAgreement } from './operations/payments/retrieve-agreement.ts'
import { retrieveOrder } from './operations/payments/retrieve-order.ts'
import { retrieveTransaction } from './operations/payments/retrieve-transaction.ts'
import { updateAuthorization } from './operations/payments/update-authorization.ts'
import { verify } from './operations/payments/verify.ts'
import { voidTransaction } from './operations/payments/void.ts'
import { createSession } from './operations/sessions/create-session.ts'
import { retrieveSession } from './operations/sessions/retrieve-session.ts'
import { updateSession } from './operations/sessions/update-session.ts'
import { closeBatch } from './operations/settlement/close-batch.ts'
import { createOrUpdateToken } from './operations/tokens/create-or-update-token.ts'
import { createToken } from './operations/tokens/create-token.ts'
import { deleteToken } from './operations/tokens/delete-token.ts'
import { retrieveToken } from './operations/tokens/retrieve-token.ts'
import { searchTokens } from './operations/tokens/search-tokens.ts'

export const catalogue: readonly Operation[] = [
  authenticatePayer,
  authorize,
  capture,
  checkEnrollment,
  closeBatch,
  confirmBrowserPayment,
  createCheckoutSession,
  createOrUpdateToken,
  createPaymentPageSession,
  createSession,
  createToken,
  deleteToken,
  deletePaymentLink,
  disablePaymentLink,
  initiateAuthentication,
  initiateBrowserPayment,
  initiateCheckout,
  pay,
  paymentOptionsInquiry,
  processAcsResult,
  refund,
  retrieveAgreement,
  retrieveEvents,
  retrieveOrder,
  retrievePaymentLink,
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
