// What each outcome code of a transaction means, and what a shop does next.
import type { GatewayCode } from '../../../kernel/gateway-code.ts'

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
