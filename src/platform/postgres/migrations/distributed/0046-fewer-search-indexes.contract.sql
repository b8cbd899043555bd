-- On a distributed database each index is dropped by a statement of its own.
drop index if exists found_orders_by_reference;
drop index if exists found_orders_by_first_six;
drop index if exists found_orders_by_last_four;
drop index if exists found_orders_by_token;
drop index if exists found_orders_by_status;
create index found_orders_by_status on found_orders (merchant_id, generation, status, created_at, order_id)
  where status <> 'CAPTURED';
