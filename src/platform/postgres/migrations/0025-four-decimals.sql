-- CLF and UYW have four decimals; their amounts were kept with two.

update orders set amount_minor = amount_minor * 100, total_authorized_minor = total_authorized_minor * 100,
  total_captured_minor = total_captured_minor * 100, total_refunded_minor = total_refunded_minor * 100
where currency in ('CLF', 'UYW');

update transactions t set amount_minor = t.amount_minor * 100
from orders o
where o.currency in ('CLF', 'UYW') and t.merchant_id = o.merchant_id and t.order_id = o.order_id;

update found_orders set amount_minor = amount_minor * 100, authorized_minor = authorized_minor * 100,
  captured_minor = captured_minor * 100, refunded_minor = refunded_minor * 100
where currency in ('CLF', 'UYW');

update found_transactions set amount_minor = amount_minor * 100 where currency in ('CLF', 'UYW');

update found_batches set captured_minor = captured_minor * 100, refunded_minor = refunded_minor * 100
where currency in ('CLF', 'UYW');

update figures_volumes set authorized_minor = authorized_minor * 100, captured_minor = captured_minor * 100,
  refunded_minor = refunded_minor * 100
where currency in ('CLF', 'UYW');
