// The statements of the money path. Each takes many rows as arrays and is one unit of work; each row of each table is
// found by its primary key, whatever the statistics say (see `moneyPathSettings`).
import type { QueryConfig } from 'pg'
import { insertAuditLine } from '../../audit/index.ts'
import {
  amendedOrder,
  decidedValues,
  enterOrder,
  isAmendable,
  isOpenUnderClaim,
  isReroutable,
  movedOrder,
} from './money-conditions.ts'
import {
  insertedNames,
  insertedValues,
  millisecondsOf,
  type PassedColumn,
  selectedColumns,
  selectedColumnsOf,
} from './order-rows.ts'

/**
 * Plans stay primary-key nested loops: without sequential scans, and without joins that would want one, nothing else is
 * left. A plan made for an empty table and kept while it fills would otherwise read all of it for each batch.
 */
const byKey = ['enable_seqscan=off', 'enable_hashjoin=off', 'enable_mergejoin=off', 'enable_bitmapscan=off']

const options = (settings: readonly string[]) => settings.map((setting) => `-c ${setting}`).join(' ')
export const moneyPathSettings = options([...byKey, 'plan_cache_mode=force_generic_plan'])

/** The same where a statement names its merchant: a distributed database finds the node by the value. */
export const nodeSettings = options(byKey)

/**
 * The order of an input row, in a form that only an index look-up can serve. A plain `=` could also be served by
 * walking a whole index in its order, and where a table is known to be empty the planner prefers that.
 */
const isOrderOf = (table: string, input: string) =>
  `${table}.merchant_id = any (array[${input}.merchant_id]) and ${table}.order_id = any (array[${input}.order_id])`

/** A statement over input rows that are passed as one array for each column. */
interface RowStatement<Row> {
  readonly text: string
  of(rows: readonly Row[]): QueryConfig
}

/** The types whose values need no quotes in the text of an array. */
const bareTypes: ReadonlySet<string> = new Set(['integer', 'bigint', 'float8', 'boolean'])

/**
 * All values of a column as the text of an array, as the driver writes it. It would look at each value for its type and for
 * characters to be escaped twice, which costs more than writing it.
 */
export function arrayText<Row>(type: string, rows: readonly Row[], read: (row: Row) => unknown): string {
  if (type === 'json') return `[${rows.map(read).join()}]`
  const isBare = bareTypes.has(type)
  let text = ''
  for (const row of rows) {
    const value = read(row)
    const element = value === undefined || value === null ? 'NULL' : isBare ? String(value) : quotedElement(value)
    text += text === '' ? element : `,${element}`
  }
  return `{${text}}`
}

function quotedElement(value: unknown): string {
  if (value instanceof Date) return `"${value.toISOString()}"`
  if (Buffer.isBuffer(value)) return `"\\\\x${value.toString('hex')}"`
  const text = String(value)
  return `"${needsEscape.test(text) ? text.replace(/["\\]/g, '\\$&') : text}"`
}

const needsEscape = /["\\]/

/**
 * `columns` gives each column's SQL type and the source of its value; `write` is the statement over `given`. JSON is
 * sent as one array for all rows, which avoids quoting every quote in it a second time.
 */
export function rowStatement<Row>(
  name: string,
  columns: Readonly<Record<string, PassedColumn<Row>>>,
  write: (input: string) => string,
): RowStatement<Row> {
  const entries = Object.entries(columns)
  const functions = entries.map(([, [type]], index) =>
    type === 'json' ? `json_array_elements($${index + 1}::json)` : `unnest($${index + 1}::${type}[])`,
  )
  const names = entries.map(([column]) => column).join(', ')
  const text = write(`given as (select * from rows from (${functions.join(', ')}) as g(${names}))`)
  return {
    text,
    of: (rows) => ({
      name,
      text,
      values: entries.map(([, [type, value]]) => arrayText(type, rows, value)),
    }),
  }
}

/** The transaction is written if, and only if, the order let it in. */
const enteringText = (input: string) => `with ${input},
entered as (
  insert into orders as o (merchant_id, order_id, locking_transaction_id, currency, amount_minor, revision,
    is_excess_permitted, created_at, updated_at)
  select merchant_id, order_id, transaction_id, currency, order_amount_minor, expected_revision + 1,
    is_excess_permitted, at, at
  from given
  ${enterOrder}
  returning o.merchant_id, o.order_id, o.transaction_count as position, o.event_count + 1 as response_number)`

const deadlineText = 'now() + make_interval(secs => given.deadline_ms / 1000)'

const writingText = `insert into transactions (${insertedNames}, position, response_number, deadline_at, sendable_until, recorded_at,
  updated_at)
select ${insertedValues}, entered.position, entered.response_number, ${deadlineText}, ${deadlineText}, given.at, given.at
from entered join given on given.order_id = entered.order_id and given.merchant_id = entered.merchant_id
returning merchant_id, order_id`

export const attemptText = (input: string) => `${enteringText(input)}
${writingText}`

const notedText = `
noted as (
  ${insertAuditLine('line')}
  from written w join given g on g.order_id = w.order_id and g.merchant_id = w.merchant_id
  cross join json_array_elements(g.openings) line)`

const forgottenText = `
forgotten as (
  delete from session_codes c
  using written w join given g on g.order_id = w.order_id and g.merchant_id = w.merchant_id
  where c.merchant_id = any (array[g.merchant_id]) and c.session_hash = any (array[g.used_session_hash]))`

/** The same for a batch in which attempts also write audit log entries about values that were decrypted for them. */
export const attemptWithOpeningsText = (input: string) => `${enteringText(input)},
written as (
${writingText}),${notedText}
select merchant_id, order_id from written`

/** And sessions whose security codes have been used once. */
export const attemptWithSessionsText = (input: string) => `${enteringText(input)},
written as (
${writingText}),${notedText},${forgottenText}
select merchant_id, order_id from written`

/** In a separate statement: the refused one could not see what another process had just committed. */
export const classifyText = (input: string) => `with ${input}
select g.merchant_id, g.order_id, t.attempt_id, o.locking_transaction_id is not null as is_locked
from given g
left join orders o on ${isOrderOf('o', 'g')}
left join transactions t on ${isOrderOf('t', 'g')}
  and t.transaction_id = g.transaction_id`

/** The end of every statement that writes events of orders: readers find each by its row in the outbox. */
export const postText = `insert into outbox (merchant_id, subject, name, number)
select merchant_id, 'ORDER', order_id, number from happened`

/**
 * The process that decides on a reversal tries it at once, therefore the job leaves it alone for a moment. The request
 * does not call a silent acquirer again.
 */
const triedAtOnce = `case when g.gateway_code = 'TIMED_OUT' then interval '0' else interval '5 seconds' end`

/**
 * The proposals by operators that the rows carry out. Locked, so that one of them is not declined at the same moment.
 */
const proposedText = `
proposed as (
  select r.merchant_id, r.order_id from given g
  join attempt_resolutions r on ${isOrderOf('r', 'g')} and r.transaction_id = g.transaction_id
  where r.proposal_id = g.proposal_id for update of r)`

/** The outcome of a proposal is written only while the proposal is open. */
const isProposed = `(g.proposal_id is null or exists (select 1 from proposed p
    where p.merchant_id = g.merchant_id and p.order_id = g.order_id))`

/** A proposal ends with what carries it out. */
const endProposalsOf = (rows: string) => `
ended as (
  delete from attempt_resolutions r using ${rows} d
  where ${isOrderOf('r', 'd')} and r.transaction_id = d.transaction_id and d.proposal_id is not null)`

/**
 * The number of the event is the order's next one as this statement sees it. If another process takes it meanwhile, the
 * events' key refuses the second one, and the statement is sent again.
 */
const decidingText = (input: string, condition = '') => `with ${input},
decided as (
  update transactions t set ${decidedValues('g')},
    reverse_at = case when g.reversal = 'OWED' then now() + ${triedAtOnce} end,
    journey = coalesce(g.journey::json, t.journey),
    manual_since = case when g.manual_resolution is not null then now() end,
    stop_recurring_at = case when g.stops_recurring then now() + interval '5 seconds' end,
    deadline_at = now() + make_interval(secs => g.ask_again_ms / 1000)
  from given g join orders o on ${isOrderOf('o', 'g')}
  where ${isOrderOf('t', 'g')}
    and t.transaction_id = g.transaction_id and ${isOpenUnderClaim('g')}${condition}
  returning g.*, t.response_number as number),
moved as (
  update orders o set ${movedOrder('d')}
  from decided d
  where ${isOrderOf('o', 'd')}
  returning d.merchant_id, d.order_id, d.transaction_id, d.number, d.at, d.response),
happened as (
  insert into events (merchant_id, order_id, number, kind, transaction_id, at, response)
  select merchant_id, order_id, number, 'OUTCOME', transaction_id, at, response from moved
  returning merchant_id, order_id, number)`

const postedText = `
${postText}
returning merchant_id, name as order_id`

export const outcomeText = (input: string) => `${decidingText(input)}${postedText}`

/**
 * And agreements that payments have established: the first one lays down the terms. In order of their keys, as every batch
 * writes them; an agreement once in each batch.
 */
const agreedText = `
agreed as (
  insert into payment_agreements (merchant_id, agreement_id, currency, terms, established_at)
  select distinct on (merchant_id, agreement_id) merchant_id, agreement_id, agreement_currency, agreement_terms::json, at
  from decided where agreement_id is not null
  order by merchant_id, agreement_id, at
  on conflict (merchant_id, agreement_id) do nothing)`

export const outcomeWithAgreementsText = (input: string) => `${decidingText(input)},${agreedText}${postedText}`

/** And proposals by operators, which end with the outcomes that carry them out. */
export const outcomeWithProposalsText = (input: string) =>
  `${decidingText(`${input},${proposedText}`, ` and ${isProposed}`)},${agreedText},${endProposalsOf('decided')},
noted as (${insertAuditLine('d.audit::json')} from decided d where d.audit is not null)${postedText}`

export const rerouteText = (input: string) => `with ${input}
update transactions t set acquirer_link = g.acquirer_link, acquirer_reference = g.acquirer_reference,
  wire_identity = g.wire_identity::json, refund_parts = coalesce(g.refund_parts::json, t.refund_parts)
from given g
where ${isOrderOf('t', 'g')}
  and t.transaction_id = g.transaction_id and ${isReroutable('g')}
returning t.merchant_id, t.order_id`

export const orderColumns = `o.currency, o.amount_minor as order_amount_minor, o.revision,
  o.locking_transaction_id is not null as is_locked, ${millisecondsOf('o.created_at')} as created_ms,
  ${millisecondsOf('o.updated_at')} as updated_ms`

/** Orders with their transactions, oldest first: one row for each transaction. */
export const readText = (input: string) => `with ${input}
select ${orderColumns}, ${selectedColumns}
from given g
join orders o on ${isOrderOf('o', 'g')}
join transactions t on ${isOrderOf('t', 'g')}
order by t.position`

export const pageText = `select ${orderColumns}, o.status, o.total_authorized_minor, o.total_captured_minor,
  o.total_refunded_minor, ${selectedColumnsOf('$1')}
from (select * from orders where merchant_id = $1 and order_id > $2 order by order_id limit $3) o
join transactions t on t.merchant_id = $1 and t.order_id = o.order_id
order by o.order_id, t.position`

const isReversalResponse = `(g.kind = 'REVERSAL' and g.proposal_id is null)`

/** New facts about a transaction whose outcome is final; a reversal is tried at once, and the job waits for a moment. */
export const amendText = (input: string) => `with ${input},${proposedText},
moved as (
  update orders o set ${amendedOrder('g', isReversalResponse)}
  from given g
  where ${isOrderOf('o', 'g')} and ${isAmendable('g', isReversalResponse)}
    and ${isProposed} returning g.*, o.event_count as number),
amended as (
  update transactions t set response_number = m.number, decision = coalesce(m.decision, t.decision),
    reversal = coalesce(m.reversal, t.reversal),
    reverse_at = case when m.reversal is null then t.reverse_at
      when m.reversal = 'OWED' then now() + interval '5 seconds' end, updated_at = m.at,
    manual_resolution = case when m.proposal_id is null then t.manual_resolution end,
    manual_since = case when m.proposal_id is null then t.manual_since end
  from moved m
  where ${isOrderOf('t', 'm')} and t.transaction_id = m.transaction_id
  returning m.*),
happened as (
  insert into events (merchant_id, order_id, number, kind, transaction_id, at, response)
  select merchant_id, order_id, number, kind, transaction_id, at, response from amended
  returning merchant_id, order_id, number),
noted as (${insertAuditLine('a.audit::json')} from amended a where a.audit is not null),${endProposalsOf('amended')}
${postText}
returning merchant_id, name as order_id`
