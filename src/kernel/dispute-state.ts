// The state of a dispute at the bank.

/**
 * - INFORMATION_REQUESTED: the bank asks about the payment; no money has been claimed back.
 * - PENDING: the bank claims money back, and the merchant may contest it.
 * - WON: the merchant keeps the money.
 * - LOST: the money went back to the payer.
 */
export const disputeStates = ['INFORMATION_REQUESTED', 'PENDING', 'WON', 'LOST'] as const
export type DisputeState = (typeof disputeStates)[number]
