-- Orders and their transactions. The merchant comes first in every key, so that the tables can be distributed by it.

create table orders (
  merchant_id             text not null,
  order_id                text not null,
  currency                text not null,
  amount_minor            bigint not null check (amount_minor >= 0),
  status                  text,
  total_authorized_minor  bigint not null default 0 check (total_authorized_minor >= 0),
  total_captured_minor    bigint not null default 0 check (total_captured_minor >= 0),
  total_refunded_minor    bigint not null default 0 check (total_refunded_minor >= 0),
  revision                integer not null default 1,
  transaction_count       integer not null default 1,
  -- The transaction that holds the order: in flight, or of unknown outcome.
  busy_transaction_id     text,
  created_at              timestamptz not null,
  updated_at              timestamptz not null,
  primary key (merchant_id, order_id)
);

create table transactions (
  merchant_id        text not null,
  order_id           text not null,
  transaction_id     text not null,
  -- Position on the order, oldest first.
  position           integer not null,
  type               text not null,
  amount_minor       bigint not null check (amount_minor >= 0),
  attempt_id         text not null,
  -- Which acquirer was asked, and as whom: the profile may change before the outcome is known.
  acquirer_link      jsonb not null,
  acquirer_reference text not null,
  request_key_id     text not null,
  request_hash       bytea not null,
  account_key_id     text,
  account_hash       bytea,
  request            jsonb not null,
  -- Null while in flight.
  gateway_code       text,
  answer             jsonb,
  -- Set while the outcome is open: when it passes, recovery may take over by raising the claim.
  deadline_at        timestamptz,
  claim              integer not null default 0,
  recorded_at        timestamptz not null,
  updated_at         timestamptz not null,
  primary key (merchant_id, order_id, transaction_id),
  check (gateway_code is not null or deadline_at is not null),
  check ((gateway_code is null) = (answer is null))
);

create unique index transactions_position on transactions (merchant_id, order_id, position);

-- One transaction in flight per order, whatever the code above believes.
create unique index transactions_one_in_flight on transactions (merchant_id, order_id) where gateway_code is null;

create index transactions_overdue on transactions (deadline_at) where deadline_at is not null;
