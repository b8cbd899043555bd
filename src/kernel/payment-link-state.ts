// The state of a payment link, and how often one can be paid.

/**
 * - OPEN: it can be paid.
 * - PAID: it was paid as often as it may be.
 * - EXPIRED: its time is over.
 * - DISABLED: a user has disabled it.
 */
export const paymentLinkStates = ['OPEN', 'PAID', 'EXPIRED', 'DISABLED'] as const
export type PaymentLinkState = (typeof paymentLinkStates)[number]

/** More payments than this are counted only as "any number". */
export const usesMaxLimit = 1_000
