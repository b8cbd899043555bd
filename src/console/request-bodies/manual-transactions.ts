// The request bodies of the console's services for manual transactions and decisions.
import { asciiText, enumeration, string } from '../../contract/field-types.ts'
import { billing, contactRows } from '../../contract/groups/address.ts'
import { orderRows } from '../../contract/groups/order.ts'
import { riskAnswer } from '../../contract/groups/risk.ts'
import { transactionRows } from '../../contract/groups/transaction.ts'
import { group, type Infer, only, required } from '../../contract/row.ts'
import { consoleLanguages } from '../../users/rules/preferences.ts'
import { moneyRows, noteRows, transactionIdRow } from '../fields.ts'

export const paymentRows = {
  operation: required(enumeration(['AUTHORIZE', 'PAY', 'VERIFY'])),
  transactionId: required(transactionIdRow),
  sessionId: required(asciiText(31, 35)),
  currency: required(moneyRows.currency),
  amount: moneyRows.amount,
  description: orderRows.description,
  orderReference: orderRows.reference,
  source: enumeration(['CALL_CENTRE', 'MAIL_ORDER', 'MOTO', 'TELEPHONE_ORDER']),
  customer: group(only(contactRows, 'email', 'firstName', 'lastName')),
  billing,
  /** How the receipt is written that goes to the payer's e-mail address. */
  receipt: group({ locale: enumeration(consoleLanguages), timeZone: string(1, 64) }),
  ...noteRows,
} as const

export type PaymentInput = Infer<typeof paymentRows>

const commonRows = { transactionId: required(transactionIdRow), ...noteRows } as const
const requiredMoney = { amount: required(moneyRows.amount), currency: required(moneyRows.currency) } as const
const { targetTransactionId } = transactionRows

export const captureRows = { ...commonRows, ...requiredMoney } as const
export const refundRows = { ...commonRows, ...requiredMoney, targetTransactionId } as const
export const voidRows = { ...commonRows, targetTransactionId: required(targetTransactionId) } as const
export const authorizationUpdateRows = { ...commonRows, ...moneyRows } as const

/** Of any of these four; each service says what it requires. */
export type ManualActionInput = Pick<Infer<typeof refundRows>, 'transactionId'> & Partial<Infer<typeof refundRows>>

export const reviewRows = {
  decision: required(enumeration(['ACCEPTED', 'REJECTED'])),
  note: riskAnswer.rows.response.rows.review.rows.note,
} as const

export type ReviewInput = Infer<typeof reviewRows>
