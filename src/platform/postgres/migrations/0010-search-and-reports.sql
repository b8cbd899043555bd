-- What people search for and the figures they watch, filled from the feed by a job. The money path neither reads nor writes
-- any of it, and has no index for it. The merchant comes first in every key and index.

-- How far each merchant's projection has come. While it is rebuilt there is a second generation beside the one that
-- answers; when that has caught up it becomes the current one, and the rows of the other are deleted.
create table projections (
  merchant_id text not null,
  generation  integer not null,
  -- Of the feed: everything up to it has been taken in.
  position    bigint not null default 0,
  is_current  boolean not null,
  primary key (merchant_id, generation)
);

create unique index projections_current on projections (merchant_id) where is_current;

create table projected_orders (
  merchant_id      text not null,
  generation       integer not null,
  -- In an order that depends on no language, so that ids that begin with a text lie side by side.
  order_id         text collate "C" not null,
  status           text,
  currency         text not null,
  amount_minor     bigint not null,
  authorized_minor bigint not null,
  captured_minor   bigint not null,
  refunded_minor   bigint not null,
  reference        text,
  source           text,
  scheme           text,
  account          text,
  first_six        text,
  last_four        text,
  token            text,
  created_at       timestamptz not null,
  updated_at       timestamptz not null,
  -- How much of it is disputed.
  disputed_minor   bigint not null default 0,
  -- A risk rule holds a payment of it.
  is_in_review     boolean not null default false,
  -- The worst of its transactions.
  open_reversal    text check (open_reversal in ('OWED', 'REFUSED')),
  primary key (merchant_id, generation, order_id)
);

create index projected_orders_by_time on projected_orders (merchant_id, generation, created_at, order_id);
-- An order that was captured is found along the times of orders, like what most are. Orders are found by card, token and
-- reference through their transactions, which have the same values.
create index projected_orders_by_status on projected_orders (merchant_id, generation, status, created_at, order_id)
  where status <> 'CAPTURED';
create index projected_orders_by_amount on projected_orders (merchant_id, generation, currency, amount_minor);
create index projected_orders_in_review on projected_orders (merchant_id, generation, created_at, order_id) where is_in_review;
create index projected_orders_not_reversed on projected_orders (merchant_id, generation, created_at, order_id)
  where open_reversal is not null;

create table projected_transactions (
  merchant_id             text not null,
  generation              integer not null,
  order_id                text collate "C" not null,
  transaction_id          text collate "C" not null,
  -- Its place on the order, oldest first.
  place                   integer not null,
  type                    text not null,
  result                  text not null,
  gateway_code            text not null,
  acquirer_code           text,
  currency                text not null,
  amount_minor            bigint not null,
  reference               text,
  order_reference         text,
  source                  text,
  scheme                  text,
  account                 text,
  first_six               text,
  last_four               text,
  token                   text,
  acquirer_id             text,
  batch                   integer,
  entry_point             text not null,
  target_transaction_id   text,
  approves_transaction_id text,
  decision                text,
  -- A decision about it is pending.
  review                  text check (review in ('RISK', 'REFUND_REQUEST')),
  requested_by            text,
  -- The acquirer refused to reverse it; a case for people.
  is_reversal_refused     boolean not null default false,
  is_journey              boolean not null default false,
  time_of_record          timestamptz not null,
  -- For finding orders by the results of their transactions, in the order in which orders are shown.
  order_created_at        timestamptz not null,
  updated_at              timestamptz not null,
  -- Why a payment is held, as JSON: the rules, and what is known of its payer. No names or addresses.
  review_facts            text,
  dispute_state           text check (dispute_state in ('INFORMATION_REQUESTED', 'PENDING', 'WON', 'LOST')),
  -- The last day to answer the bank, as 2026-11-30.
  respond_by              text collate "C",
  -- Numbers of the texts by which people find a transaction: ids, references, e-mail, payer, codes, amounts, in whole and in
  -- parts. The texts themselves stay with the order.
  search_keys             integer[],
  -- It may have been executed although it failed: its reversal is still owed, or was refused.
  open_reversal           text check (open_reversal in ('OWED', 'REFUSED')),
  primary key (merchant_id, generation, order_id, transaction_id)
);

create index projected_transactions_by_time
  on projected_transactions (merchant_id, generation, time_of_record, order_id, transaction_id);
create index projected_transactions_by_id
  on projected_transactions (merchant_id, generation, transaction_id, time_of_record, order_id);
create index projected_transactions_by_reference
  on projected_transactions (merchant_id, generation, reference, time_of_record) where reference is not null;
create index projected_transactions_by_order_reference
  on projected_transactions (merchant_id, generation, order_reference, time_of_record) where order_reference is not null;
create index projected_transactions_by_first_six
  on projected_transactions (merchant_id, generation, first_six, time_of_record, order_id, transaction_id)
  where first_six is not null;
create index projected_transactions_by_last_four
  on projected_transactions (merchant_id, generation, last_four, time_of_record, order_id, transaction_id)
  where last_four is not null;
create index projected_transactions_by_token
  on projected_transactions (merchant_id, generation, token, time_of_record, order_id, transaction_id)
  where token is not null;
create index projected_transactions_by_amount on projected_transactions (merchant_id, generation, currency, amount_minor);
-- Most are approved: the walk by time finds those as fast.
create index projected_transactions_by_gateway_code
  on projected_transactions (merchant_id, generation, gateway_code, time_of_record, order_id, transaction_id)
  where gateway_code <> 'APPROVED';
create index projected_transactions_by_result
  on projected_transactions (merchant_id, generation, result, time_of_record, order_id, transaction_id)
  where result <> 'SUCCESS';
create index projected_transactions_by_type
  on projected_transactions (merchant_id, generation, type, time_of_record, order_id, transaction_id)
  where type not in ('AUTHORIZATION', 'CAPTURE', 'PAYMENT');
create index projected_transactions_orders_by_gateway_code
  on projected_transactions (merchant_id, generation, gateway_code, order_created_at, order_id)
  where gateway_code <> 'APPROVED';
create index projected_transactions_orders_by_result
  on projected_transactions (merchant_id, generation, result, order_created_at, order_id) where result <> 'SUCCESS';
create index projected_transactions_orders_by_type
  on projected_transactions (merchant_id, generation, type, order_created_at, order_id)
  where type not in ('AUTHORIZATION', 'CAPTURE', 'PAYMENT');
create index projected_transactions_to_review
  on projected_transactions (merchant_id, generation, review, time_of_record, order_id, transaction_id)
  where review is not null;
create index projected_transactions_not_reversed on projected_transactions (merchant_id, generation) where is_reversal_refused;
-- From a settlement batch to its transactions.
create index projected_transactions_by_batch
  on projected_transactions (merchant_id, generation, batch, acquirer_id, time_of_record, order_id, transaction_id)
  where batch is not null and type in ('CAPTURE', 'FUNDING', 'PAYMENT', 'REFUND');
-- New entries are gathered and written together; a search reads those that wait one by one, so they are kept few.
create index projected_transactions_by_search_keys on projected_transactions using gin (search_keys)
  with (gin_pending_list_limit = 512);

-- One row for each dispute case of an order: its latest chargeback.
create table projected_disputes (
  merchant_id    text not null,
  generation     integer not null,
  order_id       text collate "C" not null,
  -- The bank's; empty when it gave none.
  case_number    text collate "C" not null,
  state          text not null check (state in ('INFORMATION_REQUESTED', 'PENDING', 'WON', 'LOST')),
  currency       text not null,
  amount_minor   bigint not null,
  respond_by     text collate "C",
  opened_at      timestamptz not null,
  changed_at     timestamptz not null,
  transaction_id text not null,
  primary key (merchant_id, generation, order_id, case_number)
);

-- Open ones by their deadline, those without one last; all of them by their last change.
create index projected_disputes_open
  on projected_disputes (merchant_id, generation, (coalesce(respond_by, '9999-12-31')), order_id, case_number)
  where state in ('INFORMATION_REQUESTED', 'PENDING');
create index projected_disputes_by_change on projected_disputes (merchant_id, generation, changed_at, order_id, case_number);

-- One row for each event of an order, by the time of record of its transaction: what reports walk along. It has nothing
-- that could change, so that it needs no generations.
create table projected_events (
  merchant_id    text not null,
  time_of_record timestamptz not null,
  position       bigint not null,
  order_id       text not null,
  number         integer not null,
  transaction_id text not null,
  primary key (merchant_id, time_of_record, position)
);

-- The totals of settlement batches, without voided transactions, and the fees of their orders.
create table projected_settlement_batches (
  merchant_id    text not null,
  generation     integer not null,
  acquirer_id    text not null,
  batch          integer not null,
  -- The scheme, or the source where there is none.
  scheme         text not null,
  currency       text not null,
  captured_count bigint not null,
  captured_minor bigint not null,
  refunded_count bigint not null,
  refunded_minor bigint not null,
  fee_count      bigint not null default 0,
  fee_minor      bigint not null default 0,
  primary key (merchant_id, generation, batch, acquirer_id, scheme, currency)
);

-- By the hour in which the transactions were recorded, so that an outcome that changes late changes no other hour.
create table figures_volumes (
  merchant_id      text not null,
  generation       integer not null,
  hour             timestamptz not null,
  currency         text not null,
  decided          bigint not null,
  approved         bigint not null,
  authorized_minor bigint not null,
  captured_minor   bigint not null,
  refunded_minor   bigint not null,
  primary key (merchant_id, generation, hour, currency)
);

create table figures_declines (
  merchant_id  text not null,
  generation   integer not null,
  hour         timestamptz not null,
  gateway_code text not null,
  count        bigint not null,
  primary key (merchant_id, generation, hour, gateway_code)
);

-- How long acquirers took: each bucket reaches a tenth further than the one before.
create table figures_latencies (
  merchant_id text not null,
  generation  integer not null,
  hour        timestamptz not null,
  acquirer_id text not null,
  bucket      smallint not null,
  count       bigint not null,
  primary key (merchant_id, generation, hour, acquirer_id, bucket)
);
