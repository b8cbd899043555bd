// The kinds of transaction an order can hold.

/** The ten kinds that every version of the API knows. */
const olderTransactionTypes = [
  'AUTHORIZATION',
  'AUTHORIZATION_UPDATE',
  'CAPTURE',
  'PAYMENT',
  'REFUND',
  'VERIFICATION',
  'VOID_AUTHORIZATION',
  'VOID_CAPTURE',
  'VOID_PAYMENT',
  'VOID_REFUND',
] as const

/** The five that came later. */
const newerTransactionTypes = ['AUTHENTICATION', 'CHARGEBACK', 'DISBURSEMENT', 'FUNDING', 'REFUND_REQUEST'] as const

export const transactionTypes = [...olderTransactionTypes, ...newerTransactionTypes] as const

export type OlderTransactionType = (typeof olderTransactionTypes)[number]
export type TransactionType = (typeof transactionTypes)[number]
