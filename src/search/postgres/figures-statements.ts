// The statements of the figures. Each takes a merchant or null for all of them: all are read merchant by merchant, and
// the hours of each are looked up in its own part of the index.

/** The hours of a period; the values are the merchant, the begin and the end. */
const ofPeriod = (table: string) => `from projections p
join ${table} f on f.merchant_id = p.merchant_id and f.generation = p.generation and f.hour >= $2 and f.hour < $3
where p.is_current and ($1::text is null or p.merchant_id = $1)`

const sums = `sum(f.decided) as decided, sum(f.approved) as approved, sum(f.authorized_minor) as authorized_minor,
  sum(f.captured_minor) as captured_minor, sum(f.refunded_minor) as refunded_minor`

export const volumesText = `select f.currency, ${sums} ${ofPeriod('figures_volumes')}
group by f.currency order by f.currency`

/** By the hour or the day, as the fourth value says; days are those of UTC. */
export const seriesText = `select date_trunc($4, f.hour, 'UTC') as period, f.currency, ${sums} ${ofPeriod('figures_volumes')}
group by 1, f.currency order by 1, f.currency`

export const declinesText = `select f.gateway_code, sum(f.count) as count ${ofPeriod('figures_declines')}
group by f.gateway_code having sum(f.count) > 0 order by sum(f.count) desc, f.gateway_code`

export const latenciesText = `select f.acquirer_id, f.bucket, sum(f.count) as count ${ofPeriod('figures_latencies')}
group by f.acquirer_id, f.bucket order by f.acquirer_id, f.bucket`

/** Of one merchant, or of all. */
export type MerchantCondition = (column: string) => string

/**
 * From the money path's own indexes of unresolved items; only those that are closed permanently and went wrong are taken from
 * the projection.
 */
export const riskyTransactionsText = (of: MerchantCondition) => `
  select 'REVERSAL_OWED' as kind, t.merchant_id, t.order_id, t.transaction_id, t.type, o.currency, t.amount_minor,
    t.recorded_at as since
  from transactions t join orders o using (merchant_id, order_id)
  where t.reverse_at is not null and ${of('t.merchant_id')}
  union all
  select case when t.gateway_code is not null then 'UNKNOWN'
      when t.sendable_until < now() - interval '1 minute' then 'OVERDUE' else 'IN_FLIGHT' end,
    t.merchant_id, t.order_id, t.transaction_id, t.type, o.currency, t.amount_minor, t.recorded_at
  from transactions t join orders o using (merchant_id, order_id)
  where t.deadline_at is not null and (t.gateway_code is null or t.gateway_code = 'UNKNOWN')
    and t.manual_resolution is null and t.type <> 'AUTHENTICATION' and ${of('t.merchant_id')}
  union all
  select 'MANUAL_RESOLUTION', t.merchant_id, t.order_id, t.transaction_id, t.type, o.currency, t.amount_minor, t.recorded_at
  from transactions t join orders o using (merchant_id, order_id)
  where t.manual_resolution is not null and ${of('t.merchant_id')}
  union all
  select 'REVERSAL_REFUSED', f.merchant_id, f.order_id, f.transaction_id, f.type, f.currency, f.amount_minor,
    f.time_of_record
  from projections p
  join projected_transactions f on f.merchant_id = p.merchant_id and f.generation = p.generation and f.is_reversal_refused
  where p.is_current and ${of('p.merchant_id')}`

const riskyTransactions = riskyTransactionsText((column) => `($1::text is null or ${column} = $1)`)

export const atRiskText = `select kind, currency, count(*) as count, sum(amount_minor) as amount_minor
from (${riskyTransactions}) open
group by kind, currency order by kind, currency`

/** The oldest first. A refused reversal that is held for manual resolution, too, is listed under both, as in the sums. */
export const riskyText = `select *, to_char(since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as since_text
from (${riskyTransactions}) open
where $2::timestamptz is null or (since, merchant_id, order_id, transaction_id, kind) > ($2, $3, $4, $5, $6)
order by since, merchant_id, order_id, transaction_id, kind limit $7`

export const notificationsText = `select count(*) as waiting, min(created_at) as oldest_at
from deliveries where next_at is not null and ($1::text is null or merchant_id = $1)`

export const parkedText = `select count(*) as parked from deliveries
where state = 'PARKED' and ($1::text is null or merchant_id = $1)`
