// The bodies that the console's pages send, as rows: services read by them, pages fill them in.
import { asciiText, enumeration, pattern, string } from '../contract/field-types.ts'
import { billing, contactRows } from '../contract/groups/address.ts'
import { orderRows } from '../contract/groups/order.ts'
import { riskResponse } from '../contract/groups/risk.ts'
import { transactionRows } from '../contract/groups/transaction.ts'
import { integer } from '../contract/number-types.ts'
import { group, type Infer, only, optional, required } from '../contract/row.ts'
import { explain } from '../kernel/explanation.ts'
import { disputeStates, usesMaxLimit } from '../kernel/order-status.ts'
import { paymentLinkLanguages, paymentLinkOperations } from '../payment-links/index.ts'
import { disputeAnswerKinds, isDay } from '../payments/index.ts'
import { consoleLanguages } from '../users/index.ts'
import { dateTimeRow, moneyRows, noteRows, transactionIdRow } from './fields.ts'

/** The request bodies of the console's services for disputes. */
const dayRow = pattern({
  name: 'Date',
  lengths: [10, 10],
  pattern: /^\d{4}-\d\d-\d\d$/,
  wrongCharacters: explain('may only hold a date such as 2026-11-30'),
  check: (text) => (isDay(text) ? undefined : explain('is not a valid date')),
})

/** The bank's number of the case; left out where it gave none. */
const caseRows = { caseNumber: transactionRows.reference } as const

export const disputeAnswerRows = {
  ...caseRows,
  answer: required(enumeration(disputeAnswerKinds)),
  note: required(transactionRows.merchantNote),
} as const

export const disputeAcceptanceRows = { ...caseRows, note: transactionRows.merchantNote } as const

export const disputeRecordRows = {
  ...caseRows,
  state: required(enumeration(disputeStates)),
  amount: required(moneyRows.amount),
  currency: required(moneyRows.currency),
  respondBy: dayRow,
  note: transactionRows.merchantNote,
} as const

export type DisputeAnswerFields = Infer<typeof disputeAnswerRows>
export type DisputeAcceptanceInput = Infer<typeof disputeAcceptanceRows>
export type DisputeRecordInput = Infer<typeof disputeRecordRows>

/** The request bodies of the console's services for manual transactions and decisions. */
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
  note: riskResponse.rows.response.rows.review.rows.note,
} as const

export type ReviewInput = Infer<typeof reviewRows>

/** The request bodies of the console's services for payment links. */
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
