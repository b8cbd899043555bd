// The operations of the API, one line each, and how to find one.

import {
  confirmBrowserPayment,
  initiateBrowserPayment,
  paymentOptionsInquiry,
  tokenizeBrowserPayment,
  updateBrowserPayment,
} from '../browser-payments/index.ts'
import { createCheckoutSession, createPaymentPageSession, initiateCheckout } from '../checkout/index.ts'
import type { Operation } from '../contract/operation.ts'
import { retrieveEvents } from '../events/index.ts'
import {
  authenticatePayer,
  checkEnrollment,
  initiateAuthentication,
  processAcsResult,
  retrieveThreeDSecureResult,
} from '../payer-authentication/index.ts'
import { deletePaymentLink, disablePaymentLink, retrievePaymentLink } from '../payment-links/index.ts'
import {
  authorize,
  capture,
  pay,
  refund,
  retrieveAgreement,
  retrieveOrder,
  retrieveTransaction,
  updateAuthorization,
  verify,
  voidTransaction,
} from '../payments/index.ts'
import { createSession, retrieveSession, updateSession } from '../sessions/index.ts'
import { closeBatch } from '../settlement/index.ts'
import { createOrUpdateToken, createToken, deleteToken, retrieveToken, searchTokens } from '../tokens/index.ts'

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
