// Attempts, outcomes, amendments and keys as rows of the money path's statements.
import type {
  Amendment,
  Attempt,
  OrderKey,
  Outcome,
  Reroute,
  TransactionKey,
} from '../../../ports/payments/transactions.ts'
import { auditLineJson } from '../audit/audit.ts'
import {
  amendText,
  attemptText,
  attemptWithOpeningsText,
  attemptWithSessionsText,
  classifyText,
  outcomeText,
  outcomeWithAgreementsText,
  outcomeWithProposalsText,
  readText,
  rerouteText,
  rowStatement,
} from './money-statements.ts'
import { type PassedColumn, passedByAttempt } from './order-rows.ts'

const keyColumns = {
  merchant_id: ['text', ({ merchantId }: OrderKey) => merchantId],
  order_id: ['text', ({ orderId }: OrderKey) => orderId],
} as const

const attemptColumns = {
  ...passedByAttempt,
  currency: ['text', ({ currency }) => currency],
  order_amount_minor: ['bigint', ({ orderAmountMinor }) => orderAmountMinor],
  expected_revision: ['integer', ({ orderRevision }) => orderRevision ?? 0],
  is_excess_permitted: ['boolean', ({ isExcessPermitted }) => isExcessPermitted],
  deadline_ms: ['float8', ({ deadlineMs }) => deadlineMs],
  at: ['timestamptz', ({ at }) => at.toISOString()],
} satisfies Readonly<Record<string, PassedColumn<Attempt>>>

const attemptStatement = rowStatement<Attempt>('record-attempts', attemptColumns, attemptText)

const openingsColumn = {
  openings: ['json', ({ auditEntries: openings = [] }: Attempt) => `[${openings.map(auditLineJson).join()}]`],
} as const
const sessionColumn = { used_session_hash: ['bytea', ({ usedSessionHash }: Attempt) => usedSessionHash] } as const

/** Most batches write nothing besides their attempts, and the others pay only for what they write. */
const tracesStatements = {
  openings: rowStatement<Attempt>(
    'record-attempts-with-openings',
    { ...attemptColumns, ...openingsColumn },
    attemptWithOpeningsText,
  ),
  sessions: rowStatement<Attempt>(
    'record-attempts-with-sessions',
    { ...attemptColumns, ...openingsColumn, ...sessionColumn },
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

const agreementValues = {
  agreement_id: ['text', ({ agreement }) => agreement?.id],
  agreement_currency: ['text', ({ agreement }) => agreement?.currency],
  agreement_terms: ['text', ({ agreement }) => agreement && JSON.stringify(agreement.terms)],
} as const satisfies Readonly<Record<string, PassedColumn<Outcome>>>

const outcomeWithAgreementsStatement = rowStatement<Outcome>(
  'record-outcomes-with-agreements',
  { ...outcomeValues, ...agreementValues },
  outcomeWithAgreementsText,
)

const outcomeWithProposalsStatement = rowStatement<Outcome>(
  'record-outcomes-with-proposals',
  {
    ...outcomeValues,
    ...agreementValues,
    proposal_id: ['uuid', ({ resolution }) => resolution?.proposalId],
    audit: ['text', ({ resolution }) => resolution && auditLineJson(resolution.audit)],
  },
  outcomeWithProposalsText,
)

/** Most batches establish no agreement, and hardly any has an operator's proposal. */
export function statementForOutcomes(outcomes: readonly Outcome[]) {
  if (outcomes.some(({ resolution }) => resolution !== undefined)) return outcomeWithProposalsStatement
  return outcomes.some(({ agreement }) => agreement !== undefined) ? outcomeWithAgreementsStatement : outcomeStatement
}

export const rerouteStatement = rowStatement<Reroute>(
  'reroute-attempts',
  {
    merchant_id: ['text', ({ key }) => key.merchantId],
    order_id: ['text', ({ key }) => key.orderId],
    transaction_id: ['text', ({ key }) => key.transactionId],
    attempt_id: ['text', ({ attemptId }) => attemptId],
    acquirer_link: ['json', ({ link }) => JSON.stringify(link)],
    acquirer_reference: ['text', ({ acquirerReference }) => acquirerReference],
    wire_identity: ['text', ({ wire }) => wire && JSON.stringify(wire)],
  },
  rerouteText,
)

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
    proposal_id: ['uuid', ({ proposalId }) => proposalId],
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
  rerouteStatement,
  outcomeWithProposalsStatement,
  amendStatement,
  readStatement,
}
