// The operations of the API, one line each, and how to find one.

import { confirmBrowserPayment } from '../browser-payments/contract/confirm-browser-payment.ts'
import { initiateBrowserPayment } from '../browser-payments/contract/initiate-browser-payment.ts'
import { paymentOptionsInquiry } from '../browser-payments/contract/payment-options-inquiry.ts'
import { tokenizeBrowserPayment } from '../browser-payments/contract/tokenize-browser-payment.ts'
import { updateBrowserPayment } from '../browser-payments/contract/update-browser-payment.ts'
import { createCheckoutSession } from '../checkout/contract/create-checkout-session.ts'
import { createPaymentPageSession } from '../checkout/contract/create-payment-page-session.ts'
import { initiateCheckout } from '../checkout/contract/initiate-checkout.ts'
import type { Operation } from '../contract/operation.ts'
import { retrieveEvents } from '../events/contract/retrieve-events.ts'
import { authenticatePayer } from '../payer-authentication/contract/authenticate-payer.ts'
import { initiateAuthentication } from '../payer-authentication/contract/initiate-authentication.ts'
import {
  checkEnrollment,
  processAcsResult,
  retrieveThreeDSecureResult,
} from '../payer-authentication/contract/three-d-secure.ts'
import { deletePaymentLink, disablePaymentLink, retrievePaymentLink } from '../payment-links/contract/payment-link.ts'
import { authorize } from '../payments/contract/authorize.ts'
import { capture } from '../payments/contract/capture.ts'
import { pay } from '../payments/contract/pay.ts'
import { refund } from '../payments/contract/refund.ts'
import { retrieveAgreement } from '../payments/contract/retrieve-agreement.ts'
import { retrieveOrder } from '../payments/contract/retrieve-order.ts'
import { retrieveTransaction } from '../payments/contract/retrieve-transaction.ts'
import { updateAuthorization } from '../payments/contract/update-authorization.ts'
import { verify } from '../payments/contract/verify.ts'
import { voidTransaction } from '../payments/contract/void.ts'
import { createSession } from '../sessions/contract/create-session.ts'
import { retrieveSession } from '../sessions/contract/retrieve-session.ts'
import { updateSession } from '../sessions/contract/update-session.ts'
import { closeBatch } from '../settlement/contract/close-batch.ts'
import { createOrUpdateToken } from '../tokens/contract/create-or-update-token.ts'
import { createToken } from '../tokens/contract/create-token.ts'
import { deleteToken } from '../tokens/contract/delete-token.ts'
import { retrieveToken } from '../tokens/contract/retrieve-token.ts'
import { searchTokens } from '../tokens/contract/search-tokens.ts'

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
