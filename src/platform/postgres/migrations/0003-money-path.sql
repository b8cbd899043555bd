-- What moves money: targets, batches, sealed accounts, risk and review, reversals that are owed, events.

alter table transactions
  -- What a void undoes, a capture captures, a refund refunds, an update changes.
  add column target_transaction_id     text,
  -- The refund request that this refund carries out.
  add column approves_transaction_id   text,
  add column entry_point               text not null default 'WEB_SERVICES_API',
  -- What somebody has to say, or has said, about it: a risk review, a refund request, a dispute.
  add column decision                  text check (decision in ('PENDING', 'ACCEPTED', 'REJECTED')),
  -- The settlement batch the acquirer put it in.
  add column batch                     integer,
  -- Account numbers of the request, sealed together; bound to this row.
  add column accounts_key_id           text,
  add column accounts_sealed           bytea,
  -- The transaction whose account this one moves, when it brought none of its own.
  add column instrument_transaction_id text,
  -- The risk assessment made before the acquirer was asked.
  add column risk                      json,
  -- What the acquirer was told to forget: OWED until it acknowledges, then DONE; REFUSED or UNSUPPORTED for good.
  add column reversal                  text check (reversal in ('OWED', 'DONE', 'REFUSED', 'UNSUPPORTED')),
  add column reverse_at                timestamptz,
  add column reversal_attempts         integer not null default 0,
  add check ((reversal = 'OWED') = (reverse_at is not null)),
  -- Kept and given back as they are; nothing here looks inside.
  alter column request type json,
  alter column answer type json,
  alter column acquirer_link type json;

-- The order row counts positions under its own lock; an index that checks it again would cost every payment.
drop index transactions_position;
drop index transactions_overdue;
create index transactions_overdue on transactions (merchant_id, deadline_at) where deadline_at is not null;
create index transactions_to_reverse on transactions (merchant_id, reverse_at) where reverse_at is not null;
create index transactions_to_review on transactions (merchant_id, order_id) where decision = 'PENDING';

alter table orders
  add column event_count integer not null default 0,
  -- The merchant may capture or refund more than was authorized or captured.
  add column is_excess_permitted boolean not null default false,
  add constraint orders_captured_within check (is_excess_permitted or total_captured_minor <= total_authorized_minor),
  add constraint orders_refunded_within check (is_excess_permitted or total_refunded_minor <= total_captured_minor);

-- Each order row is written again at least once; with room beside it that needs no new index entries.
alter table orders set (fillfactor = 50);

-- One row for each committed change, numbered without gaps on its order. Never updated, never deleted.
create table events (
  merchant_id    text not null,
  order_id       text not null,
  number         integer not null,
  event_id       uuid not null default gen_random_uuid(),
  kind           text not null,
  transaction_id text not null,
  at             timestamptz not null,
  -- The outcome as it was recorded; with the request, which never changes, it makes the answer of that moment.
  answer         json not null,
  primary key (merchant_id, order_id, number)
);

-- Settlement batches that are closed: what is in them can be refunded, not voided.
create table closed_batches (
  merchant_id text not null,
  acquirer_id text not null,
  batch       integer not null,
  totals      json not null,
  closed_at   timestamptz not null,
  primary key (merchant_id, acquirer_id, batch)
);
