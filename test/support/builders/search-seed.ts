// A year of business in the projection's tables, made by the database itself: spread over time, cards, tokens and outcomes
// as orders of a shop are.

/** The search data of a merchant with this many orders after a year. */
export function seedStatements(merchantId: string, orders: number): readonly string[] {
  return [
    // The same every time.
    'select setseed(0.5)',
    `insert into projections (merchant_id, generation, position, is_current) values ('${merchantId}', 1, ${orders}, true)`,
    `create temporary table drawn as
select n,
  'ORD-' || upper(substr(md5('order' || n), 1, 10)) || '-' || n as order_id,
  timestamptz '2026-01-01' + (n * interval '365 days' / ${orders}) as at,
  case when random() < 0.7 then 'USD' when random() < 0.7 then 'EUR' else 'GBP' end as currency,
  (100 + exp(random() * 4 + random() * 4) * 40)::bigint as amount,
  (array['512345', '450875', '555555', '411111', '222300', '400000', '516801', '374500'])[1 + floor(random() * random() * 8)::int] as first_six,
  lpad(floor(random() * 10000)::text, 4, '0') as last_four,
  case when random() < 0.3 then lpad(floor(random() * ${Math.max(Math.floor(orders / 5), 1)})::text, 16, '9') end as token,
  case when random() < 0.7 then 'INV-' || n end as reference,
  case when random() < 0.92 then 'APPROVED' when random() < 0.6 then 'DECLINED'
    when random() < 0.5 then 'INSUFFICIENT_FUNDS' when random() < 0.5 then 'EXPIRED_CARD'
    when random() < 0.5 then 'BLOCKED' when random() < 0.8 then 'TIMED_OUT' else 'UNKNOWN' end as code,
  random() < 0.5 as is_payment,
  random() as fate
from generate_series(1, ${orders}) n`,
    `insert into projected_orders (merchant_id, generation, order_id, status, currency, amount_minor, authorized_minor,
  captured_minor, refunded_minor, reference, source, scheme, account, first_six, last_four, token, created_at, updated_at)
select '${merchantId}', 1, order_id,
  case when code = 'UNKNOWN' then null when code <> 'APPROVED' then 'FAILED' when fate < 0.04 then 'REFUNDED'
    when fate < 0.05 then 'PARTIALLY_REFUNDED' when fate < 0.1 and not is_payment then 'AUTHORIZED'
    when fate < 0.11 then 'CANCELLED' else 'CAPTURED' end,
  currency, amount, amount, amount, 0, reference, 'CARD', 'MASTERCARD', first_six || 'xxxxxx' || last_four, first_six,
  last_four, token, at, at + interval '1 second'
from drawn`,
    `insert into projected_transactions (merchant_id, generation, order_id, transaction_id, place, type, result, gateway_code,
  acquirer_code, currency, amount_minor, reference, order_reference, source, scheme, account, first_six, last_four, token,
  acquirer_id, batch, entry_point, review, order_created_at, time_of_record, updated_at)
select '${merchantId}', 1, order_id, place::text, place, type,
  case when code = 'APPROVED' then 'SUCCESS' when code = 'UNKNOWN' then 'UNKNOWN' else 'FAILURE' end, code,
  '00', currency, amount, case when n % 3 = 0 then 'TX-' || n || '-' || place end, reference, 'CARD', 'MASTERCARD',
  first_six || 'xxxxxx' || last_four, first_six, last_four, token, 'SYSTEST_ACQ1', to_char(at, 'YYYYMMDD')::int,
  'WEB_SERVICES_API', case when place = 1 and fate > 0.9995 and code = 'APPROVED' then 'RISK' end, at,
  at + (place - 1) * interval '1 hour', at + (place - 1) * interval '1 hour'
from drawn
cross join lateral (values (1, case when is_payment then 'PAYMENT' else 'AUTHORIZATION' end),
  (2, case when not is_payment and code = 'APPROVED' and fate >= 0.1 then 'CAPTURE' end),
  (3, case when code = 'APPROVED' and fate < 0.05 then 'REFUND' end)) t(place, type)
where type is not null`,
    'drop table drawn',
    'analyze projected_orders, projected_transactions, projections',
  ]
}
