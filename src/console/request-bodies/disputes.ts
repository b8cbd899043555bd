// The request bodies of the console's services for disputes.
import { enumeration, pattern } from '../../contract/field-types.ts'
import { transactionRows } from '../../contract/groups/transaction.ts'
import { type Infer, required } from '../../contract/row.ts'
import { disputeStates } from '../../kernel/dispute-state.ts'
import { explain } from '../../kernel/explanation.ts'
import { disputeAnswerKinds, isDay } from '../../payments/rules/dispute.ts'
import { moneyRows } from '../fields.ts'

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
