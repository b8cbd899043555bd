// What each status says to people: whether it happened, and what is to be done now. Wherever the console shows a status it has its
// sentence from here, in the user's language; files and services have the code.
import type { LinkStatus } from '../../acquirers/rules/link-health.ts'
import type { PaymentLinkState } from '../../kernel/order-status.ts'
import type { DisputeStatus } from '../../payments/rules/dispute.ts'
import type { Decision } from '../../payments/rules/order.ts'
import type { ShownStatus } from '../../payments/rules/shown-status.ts'
import type { SettlementBatchStatus } from '../../settlement/rules/batch-status.ts'

const order: Readonly<Record<ShownStatus, string>> = {
  REVERSAL_REFUSED:
    'It was to be reversed, and the acquirer has not done so: money may have moved. The order says what to do.',
  REVERSAL_OWED:
    'It is to be reversed, and the acquirer has not confirmed that yet: money may have moved. The gateway keeps trying; do not repeat it.',
  IN_REVIEW: 'The acquirer approved it, and a risk rule holds it. Accept or reject it.',
  AUTHENTICATED: 'The payer was authenticated. Nothing has been paid yet.',
  AUTHENTICATION_INITIATED: 'The payer is being authenticated. Nothing has been paid yet.',
  AUTHENTICATION_NOT_NEEDED: 'The payer need not be authenticated. Nothing has been paid yet.',
  AUTHENTICATION_UNSUCCESSFUL:
    'The payer was not authenticated, and nothing was paid. The payer can try again or use another card.',
  AUTHORIZED: 'The amount is reserved; the payer is not charged yet. Capture it, or void it to release it.',
  CANCELLED: 'It was voided: the payer is not charged. Nothing is left to do.',
  CAPTURED: 'The payer is charged. Nothing is left to do; the acquirer settles it with its batch.',
  CHARGEBACK_PROCESSED: 'A dispute was lost: the money went back to the payer. It cannot be refunded any more.',
  DISPUTED:
    'The payer’s bank claims money back or asks about the payment. Answer by the last day that the order names.',
  EXCESSIVELY_REFUNDED: 'More was refunded than was captured. Check whether that was intended.',
  FAILED: 'It failed, and nothing was charged. The payer can try again or pay by other means.',
  FUNDING: 'Only a fee was recorded. Nothing was paid.',
  INITIATED: 'The payer is at the provider, and the result is not known yet. Nothing is left to do until then.',
  PARTIALLY_CAPTURED: 'Part of the reserved amount is charged. The rest can still be captured.',
  PARTIALLY_REFUNDED: 'Part of the charged amount was given back. The rest can still be refunded.',
  REFUNDED: 'The charged amount was given back to the payer. Nothing is left to do.',
  REFUND_REQUESTED: 'A refund was requested, and no money has moved for it. Another user must approve or decline it.',
  VERIFIED: 'The card was verified. Nothing was paid.',
}

const dispute: Readonly<Record<DisputeStatus, string>> = {
  INFORMATION_REQUESTED:
    'The bank asks about the payment and has not claimed money back. Send what it asks for to the acquirer by the last day.',
  PENDING:
    'The bank claims the money back. Mark it as contested and send evidence to the acquirer by the last day, or accept the loss.',
  CONTESTED:
    'It is marked as contested; nothing was sent to the bank. Send the evidence to the acquirer by the last day, then record that here.',
  EVIDENCE_SENT: 'A user has sent the evidence to the acquirer. Nothing is left to do until the bank decides.',
  EVIDENCE_SENT_LATE:
    'The evidence was sent after the last day: the bank may have decided without it. Ask the acquirer whether it was accepted.',
  OVERDUE: 'The last day is over, and no evidence was sent. Ask the acquirer whether it is still accepted.',
  WON: 'The bank has decided for you: you keep the money. Nothing is left to do.',
  LOST: 'The money went back to the payer. It cannot be refunded any more.',
}

const review: Readonly<Record<Decision, string>> = {
  PENDING: 'The acquirer approved it, and a risk rule holds it. Accept or reject it.',
  ACCEPTED: 'A user accepted the payment, which continues as normal. Nothing is left to do.',
  REJECTED:
    'A user rejected the payment: the gateway voids or refunds it. Nothing is left to do unless the order says so.',
}

const refundRequest: Readonly<Record<Decision, string>> = {
  PENDING: 'No money has moved. Another user must approve or decline the refund.',
  ACCEPTED: 'Another user approved it, and the refund was made as a transaction of its own. Nothing is left to do.',
  REJECTED: 'It was declined or withdrawn, and no money has moved. It can be requested again.',
}

const reversal = {
  OWED: 'It may have been executed: the acquirer has not confirmed the reversal yet. The gateway keeps sending it; do not repeat it.',
  REFUSED: 'It may have been executed: the acquirer has refused to reverse it. The order says what to do.',
  UNSUPPORTED: 'It may have been executed: the acquirer cannot reverse it. The order says what to do.',
  DONE: 'The acquirer has reversed it: nothing is charged or reserved. Nothing is left to do.',
} as const

const batch: Readonly<Record<SettlementBatchStatus, string>> = {
  OPEN: 'It is not settled yet: captures and refunds are added to it until it is closed.',
  CLOSING:
    'The acquirer was asked to close it and has not confirmed that yet. Nothing is left to do; the gateway asks again.',
  OUT_OF_BALANCE:
    'It is not closed: the totals of the gateway and of the acquirer differ. The operator has to compare both sides.',
  CLOSED: 'The acquirer settles it: its transactions can be refunded but no longer voided. Nothing is left to do.',
}

const link: Readonly<Record<LinkStatus, string>> = {
  DISABLED: 'No payments are sent over it. Enable it when it is to be used.',
  DOWN: 'It is not connected: no payments are sent over it. The link’s page says why; the gateway keeps connecting.',
  PENDING: 'It is connected and signs on at the acquirer. Payments are sent over it as soon as that is done.',
  UP: 'It is connected: payments can be sent over it. Nothing is left to do.',
}

const notification = {
  PENDING: 'Your server has not accepted it yet. The gateway keeps sending it for three days.',
  DELIVERED: 'Your server has accepted it. Nothing is left to do.',
  PARKED: 'Your server has not accepted it, and the gateway no longer sends it. Repair the server, then send it again.',
} as const

const webhook = {
  ENABLED: 'Results of transactions are sent to this URL. Nothing is left to do.',
  DISABLED: 'Nothing is sent to this URL. Enable it to receive the results of transactions.',
} as const

const paymentLink: Readonly<Record<PaymentLinkState, string>> = {
  OPEN: 'It can be paid. Send it to the payer.',
  PAID: 'It was paid as often as it may be. Nothing is left to do.',
  EXPIRED: 'Its time is over: it can no longer be paid. Create another one if a payment is still expected.',
  DISABLED: 'A user has disabled it: it can no longer be paid. Create another one if a payment is still expected.',
}

export const statusSentences = {
  ...{ ORDER: order, DISPUTE: dispute, REVIEW: review, REFUND_REQUEST: refundRequest, REVERSAL: reversal },
  ...{ BATCH: batch, LINK: link, NOTIFICATION: notification, WEBHOOK: webhook, PAYMENT_LINK: paymentLink },
} as const

export type StatusSubject = keyof typeof statusSentences
