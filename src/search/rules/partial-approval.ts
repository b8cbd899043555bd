// Where less was approved than was asked for. What was paid or reserved is not all; of a refund, part of the money is not back.
import type { TransactionType } from '../../kernel/transaction-type.ts'

interface ApprovedTransaction {
  readonly type: TransactionType
  readonly gatewayCode?: string | undefined
}

/** The transactions that open an order. */
export const paidInPartTypes = ['AUTHORIZATION', 'PAYMENT'] as const satisfies readonly TransactionType[]

/** Part of the amount of the order is missing. */
export function isPaidInPart({ type, gatewayCode }: ApprovedTransaction): boolean {
  return gatewayCode === 'PARTIALLY_APPROVED' && (paidInPartTypes as readonly string[]).includes(type)
}

/** Some of the captures that the refund is taken from could not be refunded. */
export function isRefundedInPart({ type, gatewayCode }: ApprovedTransaction): boolean {
  return gatewayCode === 'PARTIALLY_APPROVED' && type === 'REFUND'
}

/** With this status nothing seems to be left to do. */
export function looksComplete(status: string | undefined): boolean {
  return status === 'CAPTURED' || status === 'AUTHORIZED'
}
