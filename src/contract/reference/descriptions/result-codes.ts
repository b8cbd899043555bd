// What each outcome code of a transaction means, and what a shop does next.
import type { GatewayCode } from '../../../kernel/gateway-code.ts'
import type { RejectionReason } from '../../../kernel/rejection.ts'

interface GatewayCodeSentences {
  readonly meaning: string
  readonly next: string
}

const ship = 'Deliver.'
const otherMethod = 'Ask for another card or payment method.'
const correct = 'Ask the payer to correct the details, then send another transaction id.'
const later = 'Try again later under another transaction id.'
const ask = 'Retrieve the transaction, or wait for its webhook. Do not pay again under another id.'

export const gatewayCodeSentences = {
  ABORTED: {
    meaning: 'The payer or the provider ended the payment before it was complete.',
    next: 'Offer to pay again.',
  },
  ACQUIRER_SYSTEM_ERROR: { meaning: 'The acquirer failed, and the payment was not executed.', next: later },
  APPROVED: { meaning: 'Executed as requested.', next: ship },
  APPROVED_AUTO: { meaning: 'Approved by the gateway itself; no acquirer was called.', next: ship },
  APPROVED_PENDING_SETTLEMENT: {
    meaning: 'Accepted; the money moves later, and the bank can still refuse it.',
    next: 'Deliver, or wait for the settlement where the risk is too high.',
  },
  AUTHENTICATION_FAILED: { meaning: 'The payer was not authenticated.', next: otherMethod },
  AUTHENTICATION_IN_PROGRESS: {
    meaning: 'The payer still has to be authenticated.',
    next: 'Send AUTHENTICATE_PAYER under the same ids.',
  },
  BALANCE_AVAILABLE: { meaning: 'The gift card has the balance in the response.', next: 'Pay up to that balance.' },
  BALANCE_UNKNOWN: { meaning: 'The balance of the gift card could not be found out.', next: later },
  BLOCKED: { meaning: 'A risk rule blocked the payment.', next: 'Do not deliver. The order shows the rule.' },
  CANCELLED: { meaning: 'The payer cancelled.', next: 'Offer to pay again.' },
  DECLINED: {
    meaning: 'The issuer or the acquirer refused, without a reason that may be passed on.',
    next: otherMethod,
  },
  DECLINED_AVS: { meaning: 'The billing address does not belong to the card.', next: correct },
  DECLINED_AVS_CSC: { meaning: 'Neither billing address nor security code belong to the card.', next: correct },
  DECLINED_CSC: { meaning: 'The security code does not belong to the card.', next: correct },
  DECLINED_DO_NOT_CONTACT: {
    meaning: 'Refused, and the issuer does not want to be asked again.',
    next: `${otherMethod} Do not retry this one.`,
  },
  DECLINED_INVALID_PIN: { meaning: 'The PIN is wrong.', next: correct },
  DECLINED_PAYMENT_PLAN: {
    meaning: 'The payment plan is not offered for this card.',
    next: 'Offer another plan or none.',
  },
  DECLINED_PIN_REQUIRED: { meaning: 'The card cannot pay without its PIN.', next: correct },
  DEFERRED_TRANSACTION_RECEIVED: { meaning: 'The acquirer will decide later.', next: ask },
  DUPLICATE_BATCH: { meaning: 'The acquirer has seen this batch before.', next: 'Ask the operator of the gateway.' },
  EXCEEDED_RETRY_LIMIT: { meaning: 'Too many attempts with this card.', next: otherMethod },
  EXPIRED_CARD: { meaning: 'The card has expired.', next: correct },
  INSUFFICIENT_FUNDS: { meaning: 'The account does not hold the amount.', next: otherMethod },
  INVALID_CSC: { meaning: 'The security code is wrong.', next: correct },
  LOCK_FAILURE: {
    meaning: 'Another transaction of this order was in progress; nothing was sent to the acquirer.',
    next: 'Wait until that one has ended, then send another transaction id.',
  },
  NOT_ENROLLED_3D_SECURE: { meaning: 'The card takes no part in 3-D Secure.', next: otherMethod },
  NOT_SUPPORTED: { meaning: 'The acquirer does not support this kind of payment.', next: otherMethod },
  NO_BALANCE: { meaning: 'The gift card is empty.', next: otherMethod },
  PARTIALLY_APPROVED: {
    meaning: 'A part of the amount was approved: transaction.amount.',
    next: 'Take the rest with another payment method, or void it.',
  },
  PENDING: { meaning: 'The outcome is not known yet.', next: ask },
  REFERRED: { meaning: 'The issuer wants to be called before it decides.', next: otherMethod },
  SUBMITTED: { meaning: 'A browser payment was handed to the provider.', next: 'Send the payer there.' },
  SYSTEM_ERROR: { meaning: 'The gateway could not process the payment; it was not executed.', next: later },
  TIMED_OUT: {
    meaning: 'The acquirer did not answer in time. The gateway makes sure that no money moves.',
    next: later,
  },
  UNKNOWN: { meaning: 'The outcome is not known, and the gateway is finding it out.', next: ask },
  UNSPECIFIED_FAILURE: { meaning: 'The payment failed, and the acquirer did not say why.', next: otherMethod },
} as const satisfies Readonly<Record<GatewayCode, GatewayCodeSentences>>

/** When a request is refused, in a sentence for each reason. */
export const rejectionSentences = {
  MALFORMED_JSON: 'The body is not JSON, or not UTF-8, or names a member twice.',
  NOT_AN_OBJECT: 'The body is JSON but not an object.',
  MALFORMED_FORM: 'The body of a name-value request is not form-encoded, or not in the character set that it names.',
  MALFORMED_PATH: 'The path contains a malformed percent-encoding.',
  MALFORMED_HTTP: 'The request is not valid HTTP.',
  REQUEST_TIMED_OUT: 'The request did not arrive in time.',
  BODY_TOO_LARGE: "The body is larger than 256 KB, or than 64 KB from a payer's device.",
  ENCODING_UNSUPPORTED: 'The body is compressed or otherwise encoded, or in a character set that is not supported.',
  HEADERS_TOO_LARGE: 'The headers are too large.',
  UNKNOWN_PATH: 'There is no resource at this path.',
  UNKNOWN_VERSION: 'The version in the path is not one from 15 to 100.',
  METHOD_NOT_ALLOWED: 'The path does not support this method; the Allow header lists the supported ones.',
  INVALID_CREDENTIALS: 'The password or certificate is wrong, missing, or belongs to another merchant.',
  CERTIFICATE_REFUSED: 'The certificate has expired, is not valid yet, or was revoked.',
  FIELD_MISSING: 'A mandatory field is missing.',
  FIELD_INVALID: 'A value does not follow the rule of its field.',
  FIELD_UNSUPPORTED: 'The operation does not have this field in this version.',
  OPERATION_UNKNOWN: 'The path has no operation with the name in apiOperation.',
  OPERATION_NOT_PERMITTED: 'The merchant profile does not permit the operation.',
  OPERATION_NOT_OFFERED: 'The gateway does not offer the operation yet.',
  SUB_TOTALS_DIFFER: 'The sub-totals minus the discount do not equal the amount.',
  TOO_MANY_DECIMALS: 'An amount has more decimals than its currency.',
  CURRENCY_NOT_PERMITTED: 'The merchant profile does not permit the currency.',
  CURRENCY_DIFFERS: 'The currency is not that of the order.',
  NO_SOURCE_OF_FUNDS: 'Neither the request nor its session nor its token has payment details.',
  SOURCE_NOT_SUPPORTED: 'The operation or the merchant profile does not permit this kind of payment details.',
  CARD_NUMBER_WRONG: 'The number of a known scheme has a wrong length or a wrong check digit.',
  UNKNOWN_SESSION: 'The merchant has no such session.',
  SESSION_CHANGED: 'The session has been updated since; its version differs.',
  SESSION_NOT_FILLED: 'The session is empty, or its last update was refused.',
  UNKNOWN_TOKEN: 'The merchant has no such token.',
  TOKEN_INVALID: 'The details stored under the token are no longer valid; they have to be updated first.',
  TOKEN_NAMED_BY_CALLER: 'The token repository requires the request to name new tokens.',
  TOKEN_NAMED_BY_GATEWAY: 'The merchant has no such token, and the token repository generates the names of new ones.',
  ACCOUNT_NEEDED: 'The account to store is missing, or an expiry date was sent for a token that holds no card.',
  ACCOUNT_FIXED: 'The token is derived from its account (Preserve 6.4), so the account cannot be changed.',
  ACCOUNT_HELD: 'Another token holds the account, and the token repository allows each account only once.',
  SCHEME_TOKEN_NOT_OBTAINED:
    'The scheme token was required at once and could not be obtained, so no token was created.',
  UNKNOWN_AGREEMENT: 'The merchant has no agreement with this id.',
  UNKNOWN_PAYMENT_LINK: 'The merchant has no payment link with this id.',
  UNKNOWN_ORDER: 'The merchant has no such order.',
  UNKNOWN_TRANSACTION: 'The order has no such transaction.',
  TRANSACTION_ID_USED: 'The transaction id was already used for another request.',
  ORDER_ALREADY_STARTED: 'The order already has a payment; this operation cannot create another.',
  SUB_MERCHANT_LATE: 'Sub-merchant details were sent with a transaction that is not the first of its order.',
  SUB_MERCHANT_NOT_PERMITTED: 'The merchant profile does not permit sub-merchants.',
  SCHEME_NOT_PERMITTED: 'The merchant profile does not permit cards of this scheme.',
  CATEGORY_CODE_NOT_PERMITTED: 'The merchant profile does not permit this category code.',
  ANOTHER_CARD: 'The card is not the one that was verified or authenticated on this order.',
  NOTHING_TO_AUTHENTICATE: 'The transaction is not a payer authentication in progress.',
  AUTHENTICATION_UNSUITABLE:
    'The payer authentication does not belong to this order, is for a smaller amount or another currency, or was already used for a payment.',
  UNKNOWN_THREE_D_SECURE_ID: 'The merchant has made no enrollment check under this id.',
  NO_ENROLLMENT_CHECK: 'The merchant has made no enrollment check with this 3DSecureId.',
  THREE_D_SECURE_ID_USED: 'The 3DSecureId was already used for another enrollment check.',
  NOTHING_TO_PROCESS: 'The card is not enrolled, so there cannot be a result of an access-control server.',
  ACS_RESULT_REFUSED:
    'The result of the access-control server was altered, belongs to another check, or differs from one processed before.',
  SOURCE_NOT_WANTED: 'The order already has payment details; they must not be sent again.',
  PARTIAL_AMOUNT_UNDECIDED: 'The acquirer may approve partial amounts, and order.acceptPartialAmount is missing.',
  NOTHING_TO_CAPTURE: 'The order has no authorization that can be captured.',
  NOTHING_TO_REFUND: 'The order has no payment that can be refunded.',
  NOTHING_TO_UPDATE: 'The order has no authorization that can be updated, or it is captured in full.',
  NOTHING_TO_VOID: 'The order has no transaction that can be voided.',
  NOTHING_TO_CONFIRM:
    'The payer has not agreed yet, the payment has ended, it is confirmed at the provider, or it was already confirmed with other values.',
  NOT_A_BROWSER_PAYMENT: "The transaction is not a payment on a provider's site.",
  WAITS_FOR_REVIEW: 'The payment has to be accepted in risk review before it can be captured.',
  AMOUNT_EXCEEDED:
    'The amount exceeds the remaining amount, and the merchant has no privilege to exceed it; or it is less than the captured amount.',
  PARTIAL_CAPTURE_NOT_SUPPORTED: 'The acquirer captures only the whole amount of an authorization.',
  VERIFICATION_NOT_SUPPORTED: 'The acquirer does not verify accounts without a payment.',
  VOID_TOO_LATE: 'The acquirer voids transactions for a limited time, which has passed.',
  BATCH_CLOSED: 'The settlement batch of the transaction is closed: it can be refunded but no longer voided.',
  TARGET_DEPENDED_ON: 'Captures and refunds of the transaction must be voided first.',
  TARGET_NEEDED: 'Several transactions can be refunded, and the request names none.',
  TARGET_UNSUITABLE: 'The order has no transaction with this id to which the operation applies.',
  NO_ACQUIRER_LINK: 'The merchant has no acquirer link for the request.',
  TOTALS_DIFFER: "The batch was not closed because the acquirer's totals differ from the gateway's.",
  STILL_IN_PROGRESS: 'The same request is still in progress; send it again later.',
  OVERLOADED: 'The gateway is overloaded; send the request again later.',
  REQUEST_LIMIT_REACHED: 'The merchant exceeds the request limit of its profile; send the request again later.',
  VELOCITY_LIMIT_REACHED:
    'A velocity limit refuses the request, because too many similar payments were declined, or too many payloads of wallets refused. The first refusals are recorded as BLOCKED instead.',
  PERMISSIONS_ALTERED:
    'Permissions in the database were changed by other means than the gateway, and are refused until the operator has checked them. The support code begins with PERMISSIONS_ALTERED.',
  INTERNAL_FAILURE: 'An internal error occurred in the gateway; send the same request again to get its outcome.',
} as const satisfies Readonly<Record<RejectionReason, string>>
