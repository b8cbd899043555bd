// Attempts, outcomes, amendments and keys as rows of the money path's statements.
import type { Amendment, Attempt, OrderKey, Outcome, TransactionKey } from '../../../ports/payments/transactions.ts'
import { auditLineJson } from '../audit/audit.ts'
import {
  amendText,
  attemptColumns,
  attemptText,
  attemptWithOpeningsText,
  attemptWithSessionsText,
  classifyText,
  outcomeText,
  outcomeWithAgreementsText,
  readText,
  rowStatement,
} from './money-statements.ts'

const keyColumns = {
  merchant_id: ['text', ({ merchantId }: OrderKey) => merchantId],
  order_id: ['text', ({ orderId }: OrderKey) => orderId],
} as const

const attemptValues = {
  merchant_id: [attemptColumns.merchant_id, ({ key }) => key.merchantId],
  order_id: [attemptColumns.order_id, ({ key }) => key.orderId],
  transaction_id: [attemptColumns.transaction_id, ({ key }) => key.transactionId],
  type: [attemptColumns.type, ({ type }) => type],
  amount_minor: [attemptColumns.amount_minor, ({ amountMinor }) => amountMinor],
  attempt_id: [attemptColumns.attempt_id, ({ attemptId }) => attemptId],
  acquirer_link: [attemptColumns.acquirer_link, ({ link }) => JSON.stringify(link)],
  acquirer_reference: [attemptColumns.acquirer_reference, ({ acquirerReference }) => acquirerReference],
  request_key_id: [attemptColumns.request_key_id, ({ requestHash }) => requestHash.keyId],
  request_hash: [attemptColumns.request_hash, ({ requestHash }) => requestHash.hash],
  account_key_id: [attemptColumns.account_key_id, ({ accountHash }) => accountHash?.keyId],
  account_hash: [attemptColumns.account_hash, ({ accountHash }) => accountHash?.hash],
  request: [attemptColumns.request, ({ request }) => JSON.stringify(request)],
  target_transaction_id: [attemptColumns.target_transaction_id, (attempt) => attempt.targetTransactionId],
  approves_transaction_id: [attemptColumns.approves_transaction_id, (attempt) => attempt.approvesTransactionId],
  entry_point: [attemptColumns.entry_point, ({ entryPoint }) => entryPoint],
  decision: [attemptColumns.decision, ({ decision }) => decision],
  accounts_key_id: [attemptColumns.accounts_key_id, ({ accounts }) => accounts?.keyId],
  accounts_sealed: [attemptColumns.accounts_sealed, ({ accounts }) => accounts?.sealed],
  instrument_transaction_id: [attemptColumns.instrument_transaction_id, (attempt) => attempt.instrumentTransactionId],
  risk: [attemptColumns.risk, ({ risk }) => risk && JSON.stringify(risk)],
  journey: [attemptColumns.journey, ({ journey }) => journey && JSON.stringify(journey)],
  redirect_token: [attemptColumns.redirect_token, ({ redirectToken }) => redirectToken],
  currency: ['text', ({ currency }) => currency],
  order_amount_minor: ['bigint', ({ orderAmountMinor }) => orderAmountMinor],
  expected_revision: ['integer', ({ orderRevision }) => orderRevision ?? 0],
  is_excess_permitted: ['boolean', ({ isExcessPermitted }) => isExcessPermitted],
  deadline_ms: ['float8', ({ deadlineMs }) => deadlineMs],
  at: ['timestamptz', ({ at }) => at.toISOString()],
} as const satisfies Readonly<Record<string, readonly [type: string, value: (attempt: Attempt) => unknown]>>

const attemptStatement = rowStatement<Attempt>('record-attempts', attemptValues, attemptText)

const openingsColumn = {
  openings: ['json', ({ auditEntries: openings = [] }: Attempt) => `[${openings.map(auditLineJson).join()}]`],
} as const
const sessionColumn = { used_session_hash: ['bytea', ({ usedSessionHash }: Attempt) => usedSessionHash] } as const

/** Most batches write nothing besides their attempts, and the others pay only for what they write. */
const tracesStatements = {
  openings: rowStatement<Attempt>(
    'record-attempts-with-openings',
    { ...attemptValues, ...openingsColumn },
    attemptWithOpeningsText,
  ),
  sessions: rowStatement<Attempt>(
    'record-attempts-with-sessions',
    { ...attemptValues, ...openingsColumn, ...sessionColumn },
    attemptWithSessionsText,
  ),
}

export function statementFor(attempts: readonly Attempt[]) {
  if (attempts.some(({ usedSessionHash }) => usedSessionHash !== undefined)) return tracesStatements.sessions
  if (attempts.some(({ auditEntries: openings }) => openings !== undefined)) return tracesStatements.openings
  return attemptStatement
}

export const classifyStatement = rowStatement<TransactionKey>(
  'classify-attempts',
  { ...keyColumns, transaction_id: ['text', ({ transactionId }) => transactionId] },
  classifyText,
)

const outcomeValues = {
  merchant_id: ['text', ({ key }) => key.merchantId],
  order_id: ['text', ({ key }) => key.orderId],
  transaction_id: ['text', ({ key }) => key.transactionId],
  claim: ['integer', ({ claim }) => claim],
  gateway_code: ['text', ({ gatewayCode }) => gatewayCode],
  answer: ['json', ({ answer }) => JSON.stringify(answer)],
  amount_minor: ['bigint', ({ amountMinor }) => amountMinor],
  batch: ['integer', ({ batch }) => batch],
  decision: ['text', ({ decision }) => decision],
  reversal: ['text', ({ reversal }) => reversal],
  manual_resolution: ['text', ({ manualResolution }) => manualResolution],
  stops_recurring: ['boolean', ({ stopsRecurring }) => stopsRecurring === true],
  journey: ['text', ({ journey }) => journey && JSON.stringify(journey)],
  status: ['text', ({ orderStatus }) => orderStatus],
  order_amount_minor: ['bigint', ({ orderAmountMinor }) => orderAmountMinor],
  authorized_minor: ['bigint', ({ totals }) => totals.authorizedMinor],
  captured_minor: ['bigint', ({ totals }) => totals.capturedMinor],
  refunded_minor: ['bigint', ({ totals }) => totals.refundedMinor],
  ask_again_ms: ['float8', ({ askAgainAfterMs }) => askAgainAfterMs],
  at: ['timestamptz', ({ at }) => at.toISOString()],
} as const satisfies Readonly<Record<string, readonly [type: string, value: (outcome: Outcome) => unknown]>>

const outcomeStatement = rowStatement<Outcome>('record-outcomes', outcomeValues, outcomeText)

const outcomeWithAgreementsStatement = rowStatement<Outcome>(
  'record-outcomes-with-agreements',
  {
    ...outcomeValues,
    agreement_id: ['text', ({ agreement }) => agreement?.id],
    agreement_currency: ['text', ({ agreement }) => agreement?.currency],
    agreement_terms: ['text', ({ agreement }) => agreement && JSON.stringify(agreement.terms)],
  },
  outcomeWithAgreementsText,
)

/** Most batches establish no agreement. */
export function statementForOutcomes(outcomes: readonly Outcome[]) {
  return outcomes.some(({ agreement }) => agreement !== undefined) ? outcomeWithAgreementsStatement : outcomeStatement
}

export const amendStatement = rowStatement<Amendment>(
  'amend',
  {
    merchant_id: ['text', ({ key }) => key.merchantId],
    order_id: ['text', ({ key }) => key.orderId],
    transaction_id: ['text', ({ key }) => key.transactionId],
    status: ['text', ({ orderStatus }) => orderStatus],
    at: ['timestamptz', ({ at }) => at.toISOString()],
    revision: ['integer', ({ orderRevision }) => orderRevision],
    answer: ['json', ({ answer }) => JSON.stringify(answer)],
    decision: ['text', ({ decision }) => decision],
    reversal: ['text', ({ reversal }) => reversal],
    kind: ['text', ({ kind }) => kind],
    audit: ['text', ({ audit }) => audit && auditLineJson(audit)],
  },
  amendText,
)

export const readStatement = rowStatement<OrderKey>('read-orders', keyColumns, readText)

/** For tests of the plans. */
export const moneyStatements = {
  attemptStatement,
  attemptWithOpeningsStatement: tracesStatements.openings,
  attemptWithSessionsStatement: tracesStatements.sessions,
  classifyStatement,
  outcomeStatement,
  outcomeWithAgreementsStatement,
  amendStatement,
  readStatement,
}
