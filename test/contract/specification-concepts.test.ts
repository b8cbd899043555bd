// The tables of part 1 of the specification, concepts, at the versions it shows them for.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { errorRows } from '../../src/contract/groups/call.ts'
import { merchantIdRow, tokenRoute, transactionRoute } from '../../src/contract/routes.ts'
import type { Row } from '../../src/contract/row.ts'
import { assertRows, placeOf, requests, responses } from '../support/checks/specification.ts'

const always = 'ALWAYS PROVIDED'
const requestsWithOrder = [
  ...requests('VERIFY', 33, 100),
  ...requests('PAY', 15, 29),
  ...requests('AUTHORIZE', 38),
  ...requests('INITIATE_BROWSER_PAYMENT', 30),
]
const olderResponses = [...responses('VERIFY', 33), ...responses('PAY', 15, 29), ...responses('AUTHORIZE', 38)]
const paymentResponses = [...olderResponses, ...responses('VERIFY', 100)]
const transactionResponses = [...paymentResponses, ...responses('INITIATE_BROWSER_PAYMENT', 30)]

describe('the rows have of part 1, concepts,', () => {
  it('the identifiers', () => {
    const ids: readonly [row: Row | undefined, rule: string][] = [
      [merchantIdRow, 'MerchantId'],
      [transactionRoute.ids['orderId']?.row, 'String 1-40'],
      [transactionRoute.ids['transactionId']?.row, 'String 1-40'],
      [tokenRoute.ids['tokenId']?.row, 'Alphanumeric 1-40'],
    ]
    for (const [id, rule] of ids) {
      assert.ok(id)
      assertRows([placeOf('path', 'request', { id })], '', { id: rule })
    }
    assertRows(transactionResponses, '', {
      merchant: `MerchantId | ${always}`,
      partnerSolutionId: 'String 1-40 | CONDITIONAL',
    })
    assertRows(requestsWithOrder, '', {
      correlationId: 'String 1-100, not checked | OPTIONAL',
      partnerSolutionId: 'String 1-40 | OPTIONAL',
    })
  })

  it('the order of an answer', () => {
    assertRows(transactionResponses, 'order.', {
      acceptPartialAmount: 'Boolean | CONDITIONAL',
      'amount totalAuthorizedAmount totalCapturedAmount totalRefundedAmount': `Amount | ${always}`,
      'status walletProvider': 'any | CONDITIONAL',
      'tax[n].amount taxAmount': 'Amount | CONDITIONAL',
      'tax[n].type': 'String 1-50 | CONDITIONAL',
      taxRegistrationId: 'String 1-20 | CONDITIONAL',
      'wallet.visaCheckout.callId': 'String 1-200 | CONDITIONAL',
      walletIndicator: 'String exactly 3 | CONDITIONAL',
    })
  })

  it('the order statuses, and those that are cut out', () => {
    assertRows(olderResponses, 'order.', {
      status: `one of INITIATED PARTIALLY_CAPTURED PARTIALLY_REFUNDED REFUNDED REFUND_REQUESTED VERIFIED
        AUTHORIZED CANCELLED CAPTURED EXCESSIVELY_REFUNDED FAILED`,
      walletProvider: 'one of MASTERPASS_ONLINE VISA_CHECKOUT',
    })
  })

  it('the transaction of an answer', () => {
    assertRows(transactionResponses, 'transaction.', {
      id: `String 1-40 | ${always}`,
      amount: `Amount | ${always}`,
      currency: `Currency | ${always}`,
      'acquirer.id': `String 1-40 | ${always}`,
      'acquirer.batch': 'Integer 1-2147483647 | CONDITIONAL',
      'acquirer.customData acquirer.date acquirer.time': 'String 1-4000 | CONDITIONAL',
      'acquirer.merchantId': 'String 1-127 | CONDITIONAL',
      'acquirer.transactionId': 'String 1-100 | CONDITIONAL',
      'authorizationCode receipt': 'ASCII Text 1-100 | CONDITIONAL',
      batchName: 'String 1-512 | CONDITIONAL',
      cashAdvance: 'Boolean | CONDITIONAL',
      frequency: 'one of INSTALLMENT RECURRING SINGLE | CONDITIONAL',
      merchantNote: 'String 1-250 | CONDITIONAL',
      'reference targetTransactionId': 'String 1-40 | CONDITIONAL',
      requestedAmount: 'Amount | CONDITIONAL',
    })
    assertRows(transactionResponses, '', {
      userId: 'String 1-256 | CONDITIONAL',
      version: 'String 1-8 | CONDITIONAL',
      timeOfRecord: 'DateTime | CONDITIONAL',
      gatewayEntryPoint: 'any | CONDITIONAL',
    })
  })

  it('the line items of an answer, which version 100 has below the order', () => {
    const perUnit = 'Decimal -1000000000000 to 1000000000000, at most 3 decimals'
    const items = {
      name: `String 1-127 | ${always}`,
      quantity: `Integer 1-9999999999999999 | ${always}`,
      unitPrice: `${perUnit} | ${always}`,
      unitTaxAmount: `${perUnit} | CONDITIONAL`,
      'brand category description sku': 'String 1-127 | CONDITIONAL',
    }
    assertRows(olderResponses, 'transaction.item[n].', items)
    assertRows(responses('VERIFY', 100), 'order.item[n].', items)
  })

  it('the sources, entry points and kinds of a transaction', () => {
    assertRows(olderResponses, 'transaction.', {
      source: `one of CALL_CENTRE CARD_PRESENT INTERNET MAIL_ORDER MOTO TELEPHONE_ORDER VOICE_RESPONSE | CONDITIONAL`,
      type: `one of AUTHORIZATION AUTHORIZATION_UPDATE CAPTURE PAYMENT REFUND VERIFICATION VOID_AUTHORIZATION
        VOID_CAPTURE VOID_PAYMENT VOID_REFUND | ${always}`,
    })
    const entryPoints = 'one of AUTO BATCH CHECKOUT MERCHANT_ADMINISTRATION THREE_PARTY TWO_PARTY WEB_SERVICES_API'
    assertRows(responses('VERIFY', 33), '', { gatewayEntryPoint: entryPoints })
    assertRows(responses('PAY', 15, 29), '', { gatewayEntryPoint: `${entryPoints} HOSTED_FORM HOSTED_PAGE` })
  })

  it('the response summary', () => {
    assertRows(transactionResponses, '', { result: `one of FAILURE PENDING SUCCESS UNKNOWN | ${always}` })
    assertRows(transactionResponses, 'response.', {
      gatewayCode: `any | ${always}`,
      acquirerCode: 'ASCII Text 1-100 | CONDITIONAL',
      acquirerMessage: 'ASCII Text 1-255 | CONDITIONAL',
      debugInformation: 'String 1-2064 | CONDITIONAL',
      'cardSecurityCode.acquirerCode cardholderVerification.avs.acquirerCode': 'ASCII Text 1-100 | CONDITIONAL',
      'cardSecurityCode.gatewayCode': 'one of MATCH NOT_PRESENT NOT_PROCESSED NOT_SUPPORTED NO_MATCH | CONDITIONAL',
      'cardholderVerification.avs.gatewayCode': `one of ADDRESS_MATCH ADDRESS_ZIP_MATCH NAME_ADDRESS_MATCH NAME_MATCH
        NAME_ZIP_MATCH NOT_AVAILABLE NOT_REQUESTED NOT_VERIFIED NO_MATCH SERVICE_NOT_AVAILABLE_RETRY
        SERVICE_NOT_SUPPORTED ZIP_MATCH | CONDITIONAL`,
      'cardholderVerification.detailedVerification[n].type': `one of BILLING_PHONE BILLING_POSTCODE_ZIP
        BILLING_STREET_ADDRESS CARDHOLDER_NAME CUSTOMER_EMAIL | CONDITIONAL`,
      'cardholderVerification.detailedVerification[n].gatewayCode': `one of MATCHED NOT_CHECKED NOT_MATCHED NOT_PROVIDED
        SERVICE_NOT_AVAILABLE_RETRY SERVICE_NOT_SUPPORTED | CONDITIONAL`,
      'recurringPaymentAdvice.acquirerCode': 'Digits 0-2 | CONDITIONAL',
    })
    assertRows(paymentResponses, 'risk.response.', {
      gatewayCode: 'one of ACCEPTED NOT_CHECKED REJECTED REVIEW_REQUIRED | CONDITIONAL',
      reversalResult: 'one of FAIL NOT_APPLICABLE OKAY | CONDITIONAL',
    })
  })

  it('the gateway codes', () => {
    const specified = `one of ABORTED ACQUIRER_SYSTEM_ERROR APPROVED APPROVED_PENDING_SETTLEMENT AUTHENTICATION_FAILED
      BLOCKED CANCELLED DECLINED DECLINED_AVS DECLINED_AVS_CSC DECLINED_CSC DECLINED_DO_NOT_CONTACT
      DECLINED_PAYMENT_PLAN DEFERRED_TRANSACTION_RECEIVED DUPLICATE_BATCH EXCEEDED_RETRY_LIMIT EXPIRED_CARD
      INSUFFICIENT_FUNDS INVALID_CSC LOCK_FAILURE NOT_ENROLLED_3D_SECURE NOT_SUPPORTED PARTIALLY_APPROVED PENDING
      REFERRED SYSTEM_ERROR TIMED_OUT UNKNOWN UNSPECIFIED_FAILURE`
    assertRows(olderResponses, 'response.', { gatewayCode: specified })
    assertRows(responses('INITIATE_BROWSER_PAYMENT', 30), 'response.', { gatewayCode: `${specified} SUBMITTED` })
  })

  it('the states of a token and of a browser payment', () => {
    assertRows(responses('CREATE_OR_UPDATE_TOKEN', 100), '', { status: `one of INVALID VALID | ${always}` })
    assertRows(transactionResponses, 'browserPayment.interaction.', {
      status: `one of COMPLETED INITIATED REDIRECTED_TO_PROVIDER RETURNED_TO_MERCHANT | ${always}`,
      'timeCompleted timeInitiated timeRedirected timeReturned': 'ASCII Text 0-29 | CONDITIONAL',
    })
  })

  it('the target of notifications', () => {
    assertRows(requestsWithOrder, 'order.', { notificationUrl: 'Url | OPTIONAL' })
  })

  it('the error group', () => {
    assertRows([placeOf('error', 'response', errorRows)], '', {
      result: `one of ERROR | ${always}`,
      'error.cause': `one of INVALID_REQUEST REQUEST_REJECTED SERVER_BUSY SERVER_FAILED | ${always}`,
      'error.explanation': 'String 1-1000 | CONDITIONAL',
      'error.field error.supportCode': 'String 1-100 | CONDITIONAL',
      'error.validationType': 'one of INVALID MISSING UNSUPPORTED | CONDITIONAL',
    })
  })

  it('the limits of custom fields', () => {
    assertRows(requestsWithOrder, 'order.', {
      'custom.X': 'String 1-250; X is 1-99 of 0-9, a-z, A-Z, at most 50 of them | OPTIONAL',
    })
    assertRows([...requests('VERIFY', 33, 100), ...requests('AUTHORIZE', 38)], 'risk.', {
      'custom.X': 'String 1-4096; X is 1-100 of 0-9, a-z, A-Z, at most 4096 bytes in all | OPTIONAL',
    })
  })
})
