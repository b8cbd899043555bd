// An order's status: a value derived from its transactions, never stored apart from them.

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
