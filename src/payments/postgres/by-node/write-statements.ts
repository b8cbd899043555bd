// The writes of the money path for rows of one node, under the same conditions as those of `money-statements.ts` (`money-conditions.ts`)
// and in the forms that a distributed database can run where the rows are: one table each, no insertion from a query, and no function
// of the time beside columns. So a unit of work takes two or three steps.
import { type AuditEntry, actorText, subjectText } from '../../../audit/index.ts'
import type { Amendment, Attempt, EventKind, Outcome, Reroute } from '../../ports/transactions.ts'
import {
  amendedOrder,
  decidedValues,
  enterOrder,
  isAmendable,
  isOpenUnderClaim,
  isReroutable,
  movedOrder,
} from '../money-conditions.ts'
import { outcomeValues, rerouteColumns } from '../money-path.ts'
import { type PassedColumn, passedByAttempt } from '../order-rows.ts'
import { compactJson } from '../stored-responses.ts'
import { insertionOnNode, isOrderOfRow, isTransactionOfRow, ofMerchants, rowsOnNode } from './node-statement.ts'

/** As late as this after now, by the clock of the node; null stays null. It calls nothing but immutable functions on columns. */
const afterNow = (milliseconds: string) => `to_timestamp(extract(epoch from now())::float8 + ${milliseconds} / 1000)`

export const enterOrders = insertionOnNode<Attempt>(
  'enter-orders',
  'orders as o',
  {
    merchant_id: ({ key }) => key.merchantId,
    order_id: ({ key }) => key.orderId,
    locking_transaction_id: ({ key }) => key.transactionId,
    currency: ({ currency }) => currency,
    amount_minor: ({ orderAmountMinor }) => orderAmountMinor,
    revision: ({ orderRevision = 0 }) => orderRevision + 1,
    is_excess_permitted: ({ isExcessPermitted }) => isExcessPermitted,
    created_at: ({ at }) => at.toISOString(),
    updated_at: ({ at }) => at.toISOString(),
  },
  `${enterOrder}
  returning o.merchant_id, o.order_id, o.transaction_count as position, o.event_count`,
)

/** By the clock of the node, at the begin of the unit of work. */
export const readNodeTime = {
  name: 'read-node-time',
  text: 'select (extract(epoch from now()) * 1000)::float8 as now_ms',
}

/** An attempt whose order let it in, at this position; until its deadline it is this process's own. */
export interface EnteredAttempt {
  readonly attempt: Attempt
  readonly position: number
  /** The number of the event that is going to have its response. */
  readonly responseNumber: number
  readonly deadlineAt: Date
}

const deadline = ({ deadlineAt }: EnteredAttempt) => deadlineAt.toISOString()
const recordedAt = ({ attempt }: EnteredAttempt) => attempt.at.toISOString()

export const insertTransactions = insertionOnNode<EnteredAttempt>('insert-transactions', 'transactions', {
  merchant_id: ({ attempt }) => attempt.key.merchantId,
  ...Object.fromEntries(
    Object.entries(passedByAttempt)
      .filter(([name]) => name !== 'merchant_id')
      .map(([name, [, value]]) => [name, ({ attempt }: EnteredAttempt) => value(attempt)]),
  ),
  position: ({ position }) => position,
  response_number: ({ responseNumber }) => responseNumber,
  deadline_at: deadline,
  sendable_until: deadline,
  recorded_at: recordedAt,
  updated_at: recordedAt,
})

/** Security codes of sessions that have been used once. */
export const forgetCodes = rowsOnNode<Attempt>(
  'forget-used-codes',
  { session_hash: ['bytea', ({ usedSessionHash }) => usedSessionHash] },
  (rows) => `delete from session_codes c using ${rows}
where ${ofMerchants('c')} and c.merchant_id = g.merchant_id and c.session_hash = g.session_hash`,
)

export const insertAuditEntries = insertionOnNode<AuditEntry>('insert-audit-entries', 'audit', {
  merchant_id: ({ merchantId }) => merchantId,
  at: ({ at }) => at.toISOString(),
  actor: ({ actor }) => actorText(actor),
  action: ({ action }) => action,
  subject: ({ subject }) => subjectText(subject),
})

const {
  merchant_id: _,
  order_id,
  transaction_id,
  claim,
  at,
  ask_again_ms,
  response: __,
  ...valuesOfOutcome
} = outcomeValues
const { status, order_amount_minor, authorized_minor, captured_minor, refunded_minor, ...ofTransaction } =
  valuesOfOutcome

/** The transactions that outcomes decide, each under its claim and while it is open; the number of the event that has the answer. */
export const decideTransactions = rowsOnNode<Outcome>(
  'decide-transactions',
  {
    ...{ order_id, transaction_id, claim, at, ask_again_ms },
    ...ofTransaction,
    journey: ['optional json', outcomeValues.journey[1]],
    // The request does not call a silent acquirer again; otherwise it tries the reversal itself, and the job waits meanwhile.
    reverse_after_ms: [
      'float8',
      ({ reversal, gatewayCode }) =>
        reversal === 'OWED' ? (gatewayCode === 'TIMED_OUT' ? 0 : triedAtOnceMs) : undefined,
    ],
    manual_after_ms: ['float8', ({ manualResolution }) => (manualResolution === undefined ? undefined : 0)],
    stop_after_ms: ['float8', ({ stopsRecurring }) => (stopsRecurring ? triedAtOnceMs : undefined)],
  },
  (rows) => `update transactions t set ${decidedValues('g')},
  reverse_at = ${afterNow('g.reverse_after_ms')}, journey = coalesce(g.journey, t.journey),
  manual_since = ${afterNow('g.manual_after_ms')}, stop_recurring_at = ${afterNow('g.stop_after_ms')},
  deadline_at = ${afterNow('g.ask_again_ms')}
from orders o, ${rows}
where ${isTransactionOfRow('t')} and ${isOrderOfRow('o')} and ${isOpenUnderClaim('g')}
returning t.merchant_id, t.order_id, t.response_number as number`,
)

/** A change of an order, whose event has this number. */
export type Numbered<Row> = Row & { readonly number: number }

const number = ['integer', ({ number: its }: { readonly number: number }) => its] as const

/** Their orders, unless another process has used the number meanwhile. */
export const moveOrders = rowsOnNode<Numbered<Outcome>>(
  'move-orders',
  {
    ...{ order_id, transaction_id, at, ask_again_ms, number },
    ...{ status, order_amount_minor, authorized_minor, captured_minor, refunded_minor },
  },
  (rows) => `update orders o set ${movedOrder('g')}
from ${rows} where ${isOrderOfRow('o')} and o.event_count = g.number - 1
returning o.merchant_id, o.order_id`,
)

const triedAtOnceMs = 5_000

/** What happened to an order, as its event. */
export interface OrderChange {
  readonly change: Numbered<Pick<Outcome, 'key' | 'at' | 'response'>>
  readonly kind: EventKind
}

export const insertEvents = insertionOnNode<OrderChange>('insert-events', 'events', {
  merchant_id: ({ change }) => change.key.merchantId,
  order_id: ({ change }) => change.key.orderId,
  number: ({ change }) => change.number,
  kind: ({ kind }) => kind,
  transaction_id: ({ change }) => change.key.transactionId,
  at: ({ change }) => change.at.toISOString(),
  response: ({ change }) => compactJson(change.response),
})

/** Readers find each event of an order by its row in the outbox. */
export const postEvents = insertionOnNode<OrderChange>('post-events', 'outbox', {
  merchant_id: ({ change }) => change.key.merchantId,
  subject: () => 'ORDER',
  name: ({ change }) => change.key.orderId,
  number: ({ change }) => change.number,
})

/** Agreements that payments have established: the first one lays down the terms. Each at most once, in the order of their ids. */
export const insertAgreements = insertionOnNode<Outcome>(
  'insert-agreements',
  'payment_agreements',
  {
    merchant_id: ({ key }) => key.merchantId,
    agreement_id: ({ agreement }) => agreement?.id,
    currency: ({ agreement }) => agreement?.currency,
    terms: ({ agreement }) => JSON.stringify(agreement?.terms),
    established_at: ({ at }) => at.toISOString(),
  },
  'on conflict (merchant_id, agreement_id) do nothing',
)

/** A proposal by operators, and the change that carries it out. */
export interface CarriedOut {
  readonly key: Outcome['key']
  readonly proposalId: string
}

const proposalColumns = {
  order_id: ['text', ({ key }) => key.orderId],
  transaction_id: ['text', ({ key }) => key.transactionId],
  proposal_id: ['uuid', ({ proposalId }) => proposalId],
} satisfies Readonly<Record<string, PassedColumn<CarriedOut>>>

/** Locked, so that one of them is not declined at the same moment. Of one merchant: rows are not locked across shards. */
export const lockProposals = rowsOnNode<CarriedOut>(
  'lock-proposals',
  proposalColumns,
  (rows) => `select r.merchant_id, r.order_id from attempt_resolutions r, ${rows}
where ${isTransactionOfRow('r')} and r.proposal_id = g.proposal_id order by r.order_id for update of r`,
)

/** A proposal ends with what carries it out. */
export const endProposals = rowsOnNode<CarriedOut>(
  'end-proposals',
  proposalColumns,
  (rows) => `delete from attempt_resolutions r using ${rows} where ${isTransactionOfRow('r')}`,
)

const { merchant_id: ___, wire_identity, refund_parts, ...reroutedColumns } = rerouteColumns

export const rerouteAttempts = rowsOnNode<Reroute>(
  'reroute-on-node',
  {
    ...reroutedColumns,
    wire_identity: ['optional json', wire_identity[1]],
    refund_parts: ['optional json', refund_parts[1]],
  },
  (rows) => `update transactions t set acquirer_link = g.acquirer_link, acquirer_reference = g.acquirer_reference,
  wire_identity = g.wire_identity, refund_parts = coalesce(g.refund_parts, t.refund_parts)
from ${rows}
where ${isTransactionOfRow('t')} and ${isReroutable('g')}
returning t.merchant_id, t.order_id`,
)

export const moveAmended = rowsOnNode<Amendment>(
  'move-amended-orders',
  {
    order_id: ['text', ({ key }) => key.orderId],
    status: ['text', ({ orderStatus }) => orderStatus],
    at: ['timestamptz', ({ at }) => at.toISOString()],
    revision: ['integer', ({ orderRevision }) => orderRevision],
    is_reversal_response: ['boolean', ({ kind, proposalId }) => kind === 'REVERSAL' && proposalId === undefined],
  },
  (rows) => `update orders o set ${amendedOrder('g', 'g.is_reversal_response')}
from ${rows}
where ${isOrderOfRow('o')} and ${isAmendable('g', 'g.is_reversal_response')}
returning o.merchant_id, o.order_id, o.event_count as number`,
)

const amendedColumns = {
  order_id: ['text', ({ key }) => key.orderId],
  transaction_id: ['text', ({ key }) => key.transactionId],
  at: ['timestamptz', ({ at: its }) => its.toISOString()],
  number,
  decision: ['text', ({ decision }) => decision],
  is_resolved: ['boolean', ({ proposalId }) => proposalId !== undefined],
} satisfies Readonly<Record<string, PassedColumn<Numbered<Amendment>>>>

const amendedValues = `response_number = g.number, decision = coalesce(g.decision, t.decision),
  updated_at = g.at, manual_resolution = case when g.is_resolved then null else t.manual_resolution end,
  manual_since = case when g.is_resolved then null else t.manual_since end`

/** New facts about a transaction whose outcome is final. */
export const amendTransactions = rowsOnNode<Numbered<Amendment>>(
  'amend-transactions',
  amendedColumns,
  (rows) => `update transactions t set ${amendedValues} from ${rows} where ${isTransactionOfRow('t')}`,
)

/** And about its reversal, which the process that decides on it tries at once: the job leaves it alone for a moment. */
export const amendReversals = rowsOnNode<Numbered<Amendment>>(
  'amend-reversals',
  {
    ...amendedColumns,
    reversal: ['text', ({ reversal }) => reversal],
    reverse_after_ms: ['float8', ({ reversal }) => (reversal === 'OWED' ? triedAtOnceMs : undefined)],
  },
  (rows) => `update transactions t set ${amendedValues}, reversal = g.reversal,
  reverse_at = ${afterNow('g.reverse_after_ms')}
from ${rows} where ${isTransactionOfRow('t')}`,
)
