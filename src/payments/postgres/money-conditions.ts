// When the money path writes, and what it makes of a row: once, for the statements over all merchants (money-statements.ts) and for those
// of one node (by-node/write-statements.ts). These conditions are the compare-and-set that keeps an order from being charged twice, since
// whoever finds them untrue has written nothing. Orders are `o`, transactions `t`; a function takes the name of the rows that are passed.

/**
 * The end of `insert into orders as o`: the order is created, or entered when it is as it was read and is not locked. An expected
 * revision of 0 means that there must be no order yet.
 */
export const enterOrder = `on conflict (merchant_id, order_id) do update set locking_transaction_id = excluded.locking_transaction_id,
    currency = excluded.currency, amount_minor = excluded.amount_minor, revision = excluded.revision,
    transaction_count = o.transaction_count + 1, updated_at = excluded.updated_at,
    is_excess_permitted = o.is_excess_permitted or excluded.is_excess_permitted
  where o.revision = excluded.revision - 1 and o.locking_transaction_id is null`

/**
 * An outcome is written only under the claim it was determined under, and only while the transaction is open. (A deadline that is set
 * means open; in this form the condition does not lead the planner to walk the index of open rows.)
 */
export const isOpenUnderClaim = (row: string) =>
  `t.claim = ${row}.claim and coalesce(t.deadline_at, '-infinity') > '-infinity'`

/** The values of a decided transaction that do not depend on the time. The claim rises, so that an outcome sent twice is written once. */
export const decidedValues = (row: string) => `claim = t.claim + 1, gateway_code = ${row}.gateway_code,
  response_number = o.event_count + 1, amount_minor = ${row}.amount_minor, batch = ${row}.batch, decision = ${row}.decision,
  reversal = ${row}.reversal, updated_at = ${row}.at, manual_resolution = ${row}.manual_resolution`

/** The values of the order whose transaction was decided: it stays locked while the acquirer is to be asked again. */
export const movedOrder = (row: string) => `status = ${row}.status, amount_minor = ${row}.order_amount_minor,
  total_authorized_minor = ${row}.authorized_minor, total_captured_minor = ${row}.captured_minor,
  total_refunded_minor = ${row}.refunded_minor, revision = o.revision + 1, event_count = ${row}.number, updated_at = ${row}.at,
  locking_transaction_id = case when ${row}.ask_again_ms is not null then ${row}.transaction_id end`

/**
 * Another route is recorded only for an attempt that no other process has claimed or may claim: recovery asks the link that it finds on
 * the row, and this process may ask the new one. (Open rows are named in a form that does not lead the planner to their index.)
 */
export const isReroutable = (row: string) => `t.attempt_id = ${row}.attempt_id and t.claim = 0
  and coalesce(t.gateway_code, '') = '' and coalesce(t.deadline_at, '-infinity') > now()`

/**
 * New facts about a transaction are written only while its order is as it was read, and is not locked. What an acquirer has answered to
 * a reversal (`isReversalAnswer`) changes neither status nor totals, so that no lock holds it up.
 */
export const isAmendable = (row: string, isReversalResponse: string) =>
  `o.revision = ${row}.revision and (o.locking_transaction_id is null or ${isReversalResponse})`

export const amendedOrder = (row: string, isReversalResponse: string) =>
  `status = case when ${isReversalResponse} then o.status else ${row}.status end,
  revision = o.revision + 1, event_count = o.event_count + 1, updated_at = ${row}.at`
