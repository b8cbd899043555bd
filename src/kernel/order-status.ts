// The status of an order, and of what belongs to one: disputes and payment links.

export const orderStatuses = [
  'AUTHENTICATED',
  'AUTHENTICATION_INITIATED',
  'AUTHENTICATION_NOT_NEEDED',
  'AUTHENTICATION_UNSUCCESSFUL',
  'AUTHORIZED',
  'CANCELLED',
  'CAPTURED',
  'CHARGEBACK_PROCESSED',
  'DISPUTED',
  'EXCESSIVELY_REFUNDED',
  'FAILED',
  'FUNDING',
  'INITIATED',
  'PARTIALLY_CAPTURED',
  'PARTIALLY_REFUNDED',
  'REFUNDED',
  'REFUND_REQUESTED',
  'VERIFIED',
] as const

export type OrderStatus = (typeof orderStatuses)[number]

/**
 * The state of a dispute at the bank.
 *
 * - INFORMATION_REQUESTED: the bank asks about the payment; no money has been claimed back.
 * - PENDING: the bank claims money back, and the merchant may contest it.
 * - WON: the merchant keeps the money.
 * - LOST: the money went back to the payer.
 */
export const disputeStates = ['INFORMATION_REQUESTED', 'PENDING', 'WON', 'LOST'] as const
export type DisputeState = (typeof disputeStates)[number]

/**
 * The state of a payment link.
 *
 * - OPEN: it can be paid.
 * - PAID: it was paid as often as it may be.
 * - EXPIRED: its time is over.
 * - DISABLED: a user has disabled it.
 */
export const paymentLinkStates = ['OPEN', 'PAID', 'EXPIRED', 'DISABLED'] as const
export type PaymentLinkState = (typeof paymentLinkStates)[number]

/** More payments than this are counted only as "any number". */
export const usesMaxLimit = 1_000
