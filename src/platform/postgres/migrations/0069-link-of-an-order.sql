-- The page of an order names the payment link by which the payer came.

create index payment_link_orders_by_order on payment_link_orders (merchant_id, order_id);
