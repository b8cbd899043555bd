// The request bodies of the console's services for payment links.
import { enumeration } from '../../contract/field-types.ts'
import { orderRows } from '../../contract/groups/order.ts'
import { integer } from '../../contract/number-types.ts'
import { type Infer, optional, required } from '../../contract/row.ts'
import { usesMaxLimit } from '../../kernel/payment-link-state.ts'
import { paymentLinkLanguages, paymentLinkOperations } from '../../payment-links/rules/payment-link.ts'
import { dateTimeRow, moneyRows } from '../fields.ts'

export const newPaymentLinkRows = {
  description: orderRows.description,
  operation: required(enumeration(paymentLinkOperations)),
  currency: required(moneyRows.currency),
  // Without it the payer enters the amount, between the limits where there are any.
  amount: moneyRows.amount,
  amountMin: moneyRows.amount,
  amountMax: moneyRows.amount,
  // Without it the link can be paid any number of times.
  usesMax: integer(1, usesMaxLimit),
  orderId: optional(orderRows.id),
  language: enumeration(paymentLinkLanguages),
  expiresAt: dateTimeRow,
} as const

export type NewPaymentLinkInput = Infer<typeof newPaymentLinkRows>
