-- Orders are found by card, token and reference through their transactions, which have the same values: a second set of indexes
-- made every payment write them twice. An order that was captured is found along the times of orders, like what most are.
drop index if exists found_orders_by_reference, found_orders_by_first_six, found_orders_by_last_four, found_orders_by_token;
drop index if exists found_orders_by_status;
create index found_orders_by_status on found_orders (merchant_id, generation, status, created_at, order_id)
  where status <> 'CAPTURED';
