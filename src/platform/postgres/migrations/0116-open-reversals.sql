-- What lists say about transactions that may have been executed although they failed: their reversal is still owed, or was
-- refused. Of an order it is the worst of its transactions'.
alter table found_transactions add column open_reversal text;
alter table found_transactions add constraint found_transactions_open_reversal_check
  check (open_reversal in ('OWED', 'REFUSED'));

alter table found_orders add column open_reversal text;
alter table found_orders add constraint found_orders_open_reversal_check check (open_reversal in ('OWED', 'REFUSED'));

create index found_orders_not_reversed on found_orders (merchant_id, generation, created_at, order_id)
  where open_reversal is not null;

update found_transactions set open_reversal = 'REFUSED' where is_reversal_refused;

update found_transactions f set open_reversal = 'OWED'
from transactions t
where t.reverse_at is not null and f.merchant_id = t.merchant_id and f.order_id = t.order_id
  and f.transaction_id = t.transaction_id and not f.is_reversal_refused;

update found_orders o set open_reversal = 'OWED'
from found_transactions t
where t.merchant_id = o.merchant_id and t.generation = o.generation and t.order_id = o.order_id
  and t.open_reversal = 'OWED';

update found_orders o set open_reversal = 'REFUSED'
from found_transactions t
where t.merchant_id = o.merchant_id and t.generation = o.generation and t.order_id = o.order_id
  and t.open_reversal = 'REFUSED';
