// Every reason to refuse a request. A rejection is a value, not an exception: nothing was executed or charged.
import { type Explanation, explanationText } from './explanation.ts'

export type ErrorCause = 'INVALID_REQUEST' | 'REQUEST_REJECTED' | 'SERVER_BUSY' | 'SERVER_FAILED'
export type ValidationType = 'INVALID' | 'MISSING' | 'UNSUPPORTED'

/** A class: no request body can be mistaken for one. */
export class Rejection {
  readonly kind = 'REJECTED'
  readonly reason: RejectionReason
  readonly cause: ErrorCause
  /** Only where the contract allows one: with INVALID_REQUEST and SERVER_BUSY. */
  readonly explanation: string | undefined
  /** The same with its values apart, where it has some. */
  readonly explained: Explanation | undefined
  readonly field: string | undefined
  readonly validationType: ValidationType | undefined

  constructor(reason: RejectionReason, explanation: string | Explanation | undefined, field: string | undefined) {
    const refusal: RejectionRow = reasons[reason]
    this.reason = reason
    this.cause = refusal.cause
    const mayExplain = refusal.cause === 'INVALID_REQUEST' || refusal.cause === 'SERVER_BUSY'
    this.explained = mayExplain && typeof explanation === 'object' ? explanation : undefined
    this.explanation = mayExplain && explanation !== undefined ? explanationText(explanation) : undefined
    this.field = field ?? refusal.field
    this.validationType = refusal.validationType
  }

  /** The same rejection about a field by another name. */
  at(field: string): Rejection {
    return new Rejection(this.reason, this.explained ?? this.explanation, field)
  }
}

/** The field a rejection is about, by its canonical path; the edge translates it to the caller's version. */
interface FieldReference {
  readonly field: string
}

interface RejectionRow {
  readonly cause: ErrorCause
  readonly validationType?: ValidationType
  readonly field?: string
}

/** One row per reason. Reasons with a fixed field name it here; the others are given it. */
const reasons = {
  MALFORMED_JSON: { cause: 'INVALID_REQUEST' },
  NOT_AN_OBJECT: { cause: 'INVALID_REQUEST' },
  MALFORMED_FORM: { cause: 'INVALID_REQUEST' },
  MALFORMED_PATH: { cause: 'INVALID_REQUEST' },
  MALFORMED_HTTP: { cause: 'INVALID_REQUEST' },
  REQUEST_TIMED_OUT: { cause: 'INVALID_REQUEST' },
  BODY_TOO_LARGE: { cause: 'INVALID_REQUEST' },
  ENCODING_UNSUPPORTED: { cause: 'INVALID_REQUEST' },
  HEADERS_TOO_LARGE: { cause: 'INVALID_REQUEST' },
  UNKNOWN_PATH: { cause: 'INVALID_REQUEST' },
  UNKNOWN_VERSION: { cause: 'INVALID_REQUEST' },
  METHOD_NOT_ALLOWED: { cause: 'INVALID_REQUEST' },
  INVALID_CREDENTIALS: { cause: 'INVALID_REQUEST' },
  CERTIFICATE_REFUSED: { cause: 'REQUEST_REJECTED' },
  FIELD_MISSING: { cause: 'INVALID_REQUEST', validationType: 'MISSING' },
  FIELD_INVALID: { cause: 'INVALID_REQUEST', validationType: 'INVALID' },
  FIELD_UNSUPPORTED: { cause: 'INVALID_REQUEST', validationType: 'UNSUPPORTED' },
  OPERATION_UNKNOWN: { cause: 'INVALID_REQUEST', validationType: 'INVALID', field: 'apiOperation' },
  OPERATION_NOT_PERMITTED: { cause: 'INVALID_REQUEST', validationType: 'INVALID', field: 'apiOperation' },
  OPERATION_NOT_OFFERED: { cause: 'INVALID_REQUEST', validationType: 'INVALID', field: 'apiOperation' },
  SUB_TOTALS_DIFFER: { cause: 'INVALID_REQUEST', validationType: 'INVALID', field: 'order.amount' },
  TOO_MANY_DECIMALS: { cause: 'INVALID_REQUEST', validationType: 'INVALID' },
  CURRENCY_NOT_PERMITTED: { cause: 'INVALID_REQUEST', validationType: 'INVALID', field: 'order.currency' },
  CURRENCY_DIFFERS: { cause: 'INVALID_REQUEST', validationType: 'INVALID', field: 'order.currency' },
  NO_SOURCE_OF_FUNDS: { cause: 'INVALID_REQUEST', validationType: 'MISSING', field: 'sourceOfFunds' },
  SOURCE_NOT_SUPPORTED: { cause: 'INVALID_REQUEST', validationType: 'INVALID', field: 'sourceOfFunds.type' },
  CARD_NUMBER_WRONG: {
    cause: 'INVALID_REQUEST',
    validationType: 'INVALID',
    field: 'sourceOfFunds.provided.card.number',
  },
  UNKNOWN_SESSION: { cause: 'INVALID_REQUEST' },
  SESSION_CHANGED: { cause: 'INVALID_REQUEST', validationType: 'INVALID', field: 'session.version' },
  SESSION_NOT_FILLED: { cause: 'INVALID_REQUEST', validationType: 'INVALID', field: 'session.id' },
  UNKNOWN_TOKEN: { cause: 'INVALID_REQUEST' },
  TOKEN_INVALID: { cause: 'INVALID_REQUEST', validationType: 'INVALID', field: 'sourceOfFunds.token' },
  TOKEN_NAMED_BY_CALLER: { cause: 'INVALID_REQUEST', validationType: 'INVALID', field: 'token' },
  TOKEN_NAMED_BY_GATEWAY: { cause: 'INVALID_REQUEST', validationType: 'INVALID', field: 'token' },
  ACCOUNT_NEEDED: { cause: 'INVALID_REQUEST', validationType: 'MISSING' },
  ACCOUNT_FIXED: { cause: 'INVALID_REQUEST', validationType: 'INVALID' },
  ACCOUNT_HELD: { cause: 'INVALID_REQUEST', validationType: 'INVALID' },
  SCHEME_TOKEN_NOT_OBTAINED: {
    cause: 'INVALID_REQUEST',
    validationType: 'INVALID',
    field: 'schemeTokenProvisioningMode',
  },
  UNKNOWN_AGREEMENT: { cause: 'INVALID_REQUEST', validationType: 'INVALID', field: 'agreement.id' },
  UNKNOWN_PAYMENT_LINK: { cause: 'INVALID_REQUEST', validationType: 'INVALID', field: 'paymentLink.id' },
  UNKNOWN_ORDER: { cause: 'INVALID_REQUEST' },
  UNKNOWN_TRANSACTION: { cause: 'INVALID_REQUEST' },
  TRANSACTION_ID_USED: { cause: 'INVALID_REQUEST', validationType: 'INVALID', field: 'transaction.id' },
  ORDER_ALREADY_STARTED: { cause: 'INVALID_REQUEST', validationType: 'INVALID', field: 'order.id' },
  SUB_MERCHANT_LATE: { cause: 'INVALID_REQUEST', validationType: 'INVALID', field: 'order.subMerchant' },
  SUB_MERCHANT_NOT_PERMITTED: { cause: 'INVALID_REQUEST', validationType: 'INVALID', field: 'order.subMerchant' },
  SCHEME_NOT_PERMITTED: {
    cause: 'INVALID_REQUEST',
    validationType: 'INVALID',
    field: 'sourceOfFunds.provided.card.number',
  },
  CATEGORY_CODE_NOT_PERMITTED: {
    cause: 'INVALID_REQUEST',
    validationType: 'INVALID',
    field: 'order.merchantCategoryCode',
  },
  ANOTHER_CARD: {
    cause: 'INVALID_REQUEST',
    validationType: 'INVALID',
    field: 'sourceOfFunds.provided.card.number',
  },
  NOTHING_TO_AUTHENTICATE: { cause: 'INVALID_REQUEST', validationType: 'INVALID', field: 'transaction.id' },
  AUTHENTICATION_UNSUITABLE: {
    cause: 'INVALID_REQUEST',
    validationType: 'INVALID',
    field: 'authentication.transactionId',
  },
  UNKNOWN_THREE_D_SECURE_ID: { cause: 'INVALID_REQUEST' },
  NO_ENROLLMENT_CHECK: { cause: 'INVALID_REQUEST', validationType: 'INVALID', field: 'threeDSecureId' },
  THREE_D_SECURE_ID_USED: { cause: 'INVALID_REQUEST', validationType: 'INVALID', field: '3DSecureId' },
  NOTHING_TO_PROCESS: { cause: 'INVALID_REQUEST', validationType: 'INVALID', field: 'apiOperation' },
  ACS_RESULT_REFUSED: { cause: 'INVALID_REQUEST', validationType: 'INVALID', field: 'threeDSecure.paRes' },
  SOURCE_NOT_WANTED: { cause: 'INVALID_REQUEST', validationType: 'INVALID', field: 'sourceOfFunds' },
  PARTIAL_AMOUNT_UNDECIDED: {
    cause: 'INVALID_REQUEST',
    validationType: 'MISSING',
    field: 'order.acceptPartialAmount',
  },
  NOTHING_TO_CAPTURE: { cause: 'INVALID_REQUEST', validationType: 'INVALID', field: 'apiOperation' },
  NOTHING_TO_REFUND: { cause: 'INVALID_REQUEST', validationType: 'INVALID', field: 'apiOperation' },
  NOTHING_TO_UPDATE: { cause: 'INVALID_REQUEST', validationType: 'INVALID', field: 'apiOperation' },
  NOTHING_TO_VOID: { cause: 'INVALID_REQUEST', validationType: 'INVALID', field: 'apiOperation' },
  NOTHING_TO_CONFIRM: { cause: 'INVALID_REQUEST', validationType: 'INVALID', field: 'apiOperation' },
  NOT_A_BROWSER_PAYMENT: { cause: 'INVALID_REQUEST', validationType: 'INVALID', field: 'apiOperation' },
  WAITS_FOR_REVIEW: { cause: 'INVALID_REQUEST', validationType: 'INVALID', field: 'apiOperation' },
  AMOUNT_EXCEEDED: { cause: 'INVALID_REQUEST', validationType: 'INVALID', field: 'transaction.amount' },
  PARTIAL_CAPTURE_NOT_SUPPORTED: { cause: 'INVALID_REQUEST', validationType: 'INVALID', field: 'transaction.amount' },
  VERIFICATION_NOT_SUPPORTED: { cause: 'INVALID_REQUEST', validationType: 'INVALID', field: 'apiOperation' },
  VOID_TOO_LATE: { cause: 'INVALID_REQUEST', validationType: 'INVALID', field: 'transaction.targetTransactionId' },
  BATCH_CLOSED: { cause: 'INVALID_REQUEST', validationType: 'INVALID', field: 'transaction.targetTransactionId' },
  TARGET_DEPENDED_ON: { cause: 'INVALID_REQUEST', validationType: 'INVALID', field: 'transaction.targetTransactionId' },
  TARGET_NEEDED: {
    cause: 'INVALID_REQUEST',
    validationType: 'MISSING',
    field: 'transaction.targetTransactionId',
  },
  TARGET_UNSUITABLE: { cause: 'INVALID_REQUEST', validationType: 'INVALID', field: 'transaction.targetTransactionId' },
  NO_ACQUIRER_LINK: { cause: 'INVALID_REQUEST', validationType: 'INVALID', field: 'merchantId' },
  TOTALS_DIFFER: { cause: 'REQUEST_REJECTED' },
  STILL_IN_PROGRESS: { cause: 'SERVER_BUSY' },
  OVERLOADED: { cause: 'SERVER_BUSY' },
  REQUEST_LIMIT_REACHED: { cause: 'SERVER_BUSY' },
  VELOCITY_LIMIT_REACHED: { cause: 'REQUEST_REJECTED' },
  PERMISSIONS_ALTERED: { cause: 'REQUEST_REJECTED' },
  INTERNAL_FAILURE: { cause: 'SERVER_FAILED' },
} as const satisfies Readonly<Record<string, RejectionRow>>

export type RejectionReason = keyof typeof reasons

export function reject(
  reason: RejectionReason,
  explanation?: string | Explanation,
  fieldReference?: FieldReference,
): Rejection {
  return new Rejection(reason, explanation, fieldReference?.field)
}

export function isRejection(value: unknown): value is Rejection {
  return value instanceof Rejection
}
