-- From a settlement batch to its transactions, and the fees of its orders. "projection rebuild" counts fees of earlier releases.
alter table found_batches
  add column fee_count bigint not null default 0,
  add column fee_minor bigint not null default 0;

create index found_transactions_by_batch
  on found_transactions (merchant_id, generation, batch, acquirer_id, time_of_record, order_id, transaction_id)
  where batch is not null and type in ('CAPTURE', 'FUNDING', 'PAYMENT', 'REFUND');
