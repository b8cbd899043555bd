-- What recovery has to remember of an attempt, and what only people can end.

alter table transactions
  -- After this time (of the database's clock) no process sends the request any more.
  add column sendable_until      timestamptz,
  -- The acquirer was told to forget the request while its outcome was open, and may do so at any moment.
  add column reversal_sent_at    timestamptz,
  -- How often the database has refused to record an outcome, each time under another claim.
  add column outcome_refusals    integer not null default 0,
  add column refused_claim       integer,
  -- Only people can end it, and why.
  add column manual_resolution   text check (manual_resolution in ('OUTCOME_REFUSED', 'CANNOT_BE_SETTLED')),
  add column manual_since        timestamptz,
  -- The acquirer says that no further recurring payment may be tried: its token is still to be told so.
  add column stop_recurring_at   timestamptz;

create index transactions_by_hand on transactions (merchant_id, order_id) where manual_resolution is not null;
-- Money that an acquirer would not give back.
create index transactions_not_reversed on transactions (merchant_id, order_id)
  where reversal in ('REFUSED', 'UNSUPPORTED');
create index transactions_to_stop on transactions (merchant_id, stop_recurring_at) where stop_recurring_at is not null;
