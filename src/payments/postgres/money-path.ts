// What the money path asks of a database: rows that are written or read together. Each call is one unit of work, or none
// of it happened. One form sends the rows of all merchants as one statement, another those of each merchant by themselves;
// test/adapters/group-commit-database.test.ts holds both. Attempts, outcomes, amendments and keys become rows here.
import type { QueryConfig, QueryResultRow } from 'pg'
import { auditLineJson } from '../../audit/index.ts'
import type { Database } from '../../platform/postgres/database.ts'
import type { Amendment, Attempt, OrderKey, Outcome, Reroute, TransactionKey } from '../ports/transactions.ts'
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
import { type OrderRow, type PassedColumn, partsJson, passedByAttempt } from './order-rows.ts'
import { compactJson } from './stored-responses.ts'

export interface OrderKeyRow {
  readonly merchant_id: string
  readonly order_id: string
}

/** Of an attempt that was refused: the attempt that has its ids, if one has, and whether the order is locked. */
export interface ClassifiedRow extends OrderKeyRow {
  readonly attempt_id: string | null
  readonly is_locked: boolean
}

/** One row at most for each order, rows in the order of their keys. What is returned names the rows that were written. */
export interface MoneyPath {
  /** Whether attempts wait some seconds for a server that may be restarting: the only one, but not one of several. */
  readonly isWaitedFor: boolean
  recordAttempts(attempts: readonly Attempt[]): Promise<readonly OrderKeyRow[]>
  /** With what others have committed meanwhile. A key without an order may be left out. */
  classify(keys: readonly TransactionKey[]): Promise<readonly ClassifiedRow[]>
  recordOutcomes(outcomes: readonly Outcome[]): Promise<readonly OrderKeyRow[]>
  /** One row for each transaction, those of an order oldest first. */
  readOrders(keys: readonly OrderKey[]): Promise<readonly OrderRow[]>
  reroute(reroutes: readonly Reroute[]): Promise<readonly OrderKeyRow[]>
  amend(amendments: readonly Amendment[]): Promise<readonly OrderKeyRow[]>
}

/** The rows of all merchants as one statement: the form for one server, where it costs least. */
export function sharedStatements(money: Database): MoneyPath {
  const send = async <Row extends QueryResultRow>(statement: QueryConfig) => (await money.query<Row>(statement)).rows
  return {
    isWaitedFor: true,
    recordAttempts: (attempts) => send(statementFor(attempts).of(attempts)),
    classify: (keys) => send(classifyStatement.of(keys)),
    recordOutcomes(outcomes) {
      const statement = statementForOutcomes(outcomes)
      return retryTakenNumbers(() => send<OrderKeyRow>(statement.of(outcomes)))
    },
    readOrders: (keys) => send(readStatement.of(keys)),
    reroute: (reroutes) => send(rerouteStatement.of(reroutes)),
    amend: (amendments) => send(amendStatement.of(amendments)),
  }
}

/** Each other process that writes on one of the orders costs one repeat. */
const numberRepeatsMax = 5

/** Another process has used the number of an event meanwhile: nothing was written, and the next one is free. */
async function retryTakenNumbers<T>(write: () => Promise<T>): Promise<T> {
  for (let repeat = 0; ; repeat += 1) {
    try {
      return await write()
    } catch (error) {
      const { constraint } = error as { readonly constraint?: string }
      if (constraint !== 'events_pkey' || repeat >= numberRepeatsMax) throw error
    }
  }
}

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

function statementFor(attempts: readonly Attempt[]) {
  if (attempts.some(({ usedSessionHash }) => usedSessionHash !== undefined)) return tracesStatements.sessions
  if (attempts.some(({ auditEntries: openings }) => openings !== undefined)) return tracesStatements.openings
  return attemptStatement
}

const classifyStatement = rowStatement<TransactionKey>(
  'classify-attempts',
  { ...keyColumns, transaction_id: ['text', ({ transactionId }) => transactionId] },
  classifyText,
)

export const outcomeValues = {
  merchant_id: ['text', ({ key }) => key.merchantId],
  order_id: ['text', ({ key }) => key.orderId],
  transaction_id: ['text', ({ key }) => key.transactionId],
  claim: ['integer', ({ claim }) => claim],
  gateway_code: ['text', ({ gatewayCode }) => gatewayCode],
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
  response: ['json', ({ response }) => compactJson(response)],
} as const satisfies Readonly<Record<string, readonly [type: string, value: (outcome: Outcome) => unknown]>>

const agreementValues = {
  agreement_id: ['text', ({ agreement }) => agreement?.id],
  agreement_currency: ['text', ({ agreement }) => agreement?.currency],
  agreement_terms: ['text', ({ agreement }) => agreement && JSON.stringify(agreement.terms)],
} as const satisfies Readonly<Record<string, PassedColumn<Outcome>>>

const proposalValues = {
  proposal_id: ['uuid', ({ resolution }) => resolution?.proposalId],
  audit: ['text', ({ resolution }) => resolution && auditLineJson(resolution.audit)],
} as const satisfies Readonly<Record<string, PassedColumn<Outcome>>>

const outcomeStatements = {
  plain: rowStatement<Outcome>('record-outcomes', outcomeValues, outcomeText),
  withAgreements: rowStatement<Outcome>(
    'record-outcomes-with-agreements',
    { ...outcomeValues, ...agreementValues },
    outcomeWithAgreementsText,
  ),
  withProposals: rowStatement<Outcome>(
    'record-outcomes-with-proposals',
    { ...outcomeValues, ...agreementValues, ...proposalValues },
    outcomeWithProposalsText,
  ),
}

/** Most batches establish no agreement, and hardly any has an operator's proposal. */
function statementForOutcomes(outcomes: readonly Outcome[]) {
  const { plain, withAgreements, withProposals } = outcomeStatements
  if (outcomes.some(({ resolution }) => resolution !== undefined)) return withProposals
  return outcomes.some(({ agreement }) => agreement !== undefined) ? withAgreements : plain
}

export const rerouteColumns = {
  merchant_id: ['text', ({ key }) => key.merchantId],
  order_id: ['text', ({ key }) => key.orderId],
  transaction_id: ['text', ({ key }) => key.transactionId],
  attempt_id: ['text', ({ attemptId }) => attemptId],
  acquirer_link: ['json', ({ link }) => JSON.stringify(link)],
  acquirer_reference: ['text', ({ acquirerReference }) => acquirerReference],
  wire_identity: ['text', ({ wire }) => wire && JSON.stringify(wire)],
  refund_parts: ['text', partsJson],
} as const satisfies Readonly<Record<string, PassedColumn<Reroute>>>

const rerouteStatement = rowStatement<Reroute>('reroute-attempts', rerouteColumns, rerouteText)

const amendmentValues = {
  merchant_id: ['text', ({ key }) => key.merchantId],
  order_id: ['text', ({ key }) => key.orderId],
  transaction_id: ['text', ({ key }) => key.transactionId],
  status: ['text', ({ orderStatus }) => orderStatus],
  at: ['timestamptz', ({ at }) => at.toISOString()],
  revision: ['integer', ({ orderRevision }) => orderRevision],
  decision: ['text', ({ decision }) => decision],
  reversal: ['text', ({ reversal }) => reversal],
  kind: ['text', ({ kind }) => kind],
  audit: ['text', ({ audit }) => audit && auditLineJson(audit)],
  proposal_id: ['uuid', ({ proposalId }) => proposalId],
  response: ['json', ({ response }) => compactJson(response)],
} as const satisfies Readonly<Record<string, PassedColumn<Amendment>>>

const amendStatement = rowStatement<Amendment>('amend', amendmentValues, amendText)

const readStatement = rowStatement<OrderKey>('read-orders', keyColumns, readText)

/** For tests of the plans. */
export const moneyStatements = {
  attemptStatement,
  attemptWithOpeningsStatement: tracesStatements.openings,
  attemptWithSessionsStatement: tracesStatements.sessions,
  classifyStatement,
  outcomeStatement: outcomeStatements.plain,
  outcomeWithAgreementsStatement: outcomeStatements.withAgreements,
  rerouteStatement,
  outcomeWithProposalsStatement: outcomeStatements.withProposals,
  amendStatement,
  readStatement,
}
