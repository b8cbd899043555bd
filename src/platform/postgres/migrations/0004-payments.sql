-- Orders, their transactions and events, and what belongs to them. The merchant comes first in every key, so that the
-- tables can be distributed by it.

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
  -- The transaction that locks the order: in flight, or of unknown outcome.
  locking_transaction_id     text,
  created_at              timestamptz not null,
  updated_at              timestamptz not null,
  event_count             integer not null default 0,
  -- The merchant may capture or refund more than was authorized or captured.
  is_excess_permitted     boolean not null default false,
  primary key (merchant_id, order_id),
  constraint orders_captured_within check (is_excess_permitted or total_captured_minor <= total_authorized_minor),
  constraint orders_refunded_within check (is_excess_permitted or total_refunded_minor <= total_captured_minor)
)
-- Each row is written again at least once; with room beside it that needs no new index entries.
with (fillfactor = 50);

create table transactions (
  merchant_id               text not null,
  order_id                  text not null,
  transaction_id            text not null,
  -- Position on the order, oldest first. The order row counts them under its own lock, so that no index has to check it.
  position                  integer not null,
  type                      text not null,
  amount_minor              bigint not null check (amount_minor >= 0),
  attempt_id                text not null,
  -- Which acquirer was asked, and as whom: the profile may change before the outcome is known. Like all columns of JSON
  -- here it is stored and returned as it is; no statement looks inside.
  acquirer_link             json not null,
  acquirer_reference        text not null,
  request_key_id            text not null,
  request_hash              bytea not null,
  account_key_id            text,
  account_hash              bytea,
  request                   json not null,
  -- Null while in flight.
  gateway_code              text,
  -- Set while the outcome is open: when it passes, recovery may take over by raising the claim.
  deadline_at               timestamptz,
  claim                     integer not null default 0,
  recorded_at               timestamptz not null,
  updated_at                timestamptz not null,
  -- What a void undoes, a capture captures, a refund refunds, an update changes.
  target_transaction_id     text,
  -- The refund request that this refund carries out.
  approves_transaction_id   text,
  entry_point               text not null default 'WEB_SERVICES_API',
  -- Of a risk review, a refund request or a dispute.
  decision                  text check (decision in ('PENDING', 'ACCEPTED', 'REJECTED')),
  -- The settlement batch the acquirer put it in.
  batch                     integer,
  -- Account numbers of the request, sealed together; bound to this row.
  accounts_key_id           text,
  accounts_sealed           bytea,
  -- The transaction whose account this one moves, when it brought none of its own.
  instrument_transaction_id text,
  -- The risk assessment made before the acquirer was asked.
  risk                      json,
  -- OWED until the acquirer confirms that it reversed the request, then DONE; REFUSED or UNSUPPORTED for good.
  reversal                  text check (reversal in ('OWED', 'DONE', 'REFUSED', 'UNSUPPORTED')),
  reverse_at                timestamptz,
  reversal_attempts         integer not null default 0,
  -- How far the payer has come on another site, and what is needed to continue; null for everything that is over with its
  -- first response.
  journey                   json,
  -- Names the transaction in addresses that the payer's browser and the provider use. Unguessable.
  redirect_token            text,
  -- After this time (of the database's clock) no process sends the request any more.
  sendable_until            timestamptz,
  -- A reversal was sent while the outcome was open; the acquirer may act on it at any moment.
  reversal_sent_at          timestamptz,
  -- How often the database has refused to record an outcome, each time under another claim.
  outcome_refusals          integer not null default 0,
  refused_claim             integer,
  -- Only people can end it, and why.
  manual_resolution         text check (manual_resolution in ('OUTCOME_REFUSED', 'CANNOT_BE_SETTLED')),
  manual_since              timestamptz,
  -- The acquirer says that no further recurring payment may be tried: its token is still to be marked.
  stop_recurring_at         timestamptz,
  -- The identity of the request on the wire, such as its trace number: made by the acquirer's adapter before the attempt is
  -- recorded, and handed back to it with repeats and reversals.
  wire_identity             json,
  -- The event that has the response. From the attempt on, as the number that its event is going to have: the outcome then
  -- changes nothing at the end of the row.
  response_number           integer,
  -- The parts of a refund that its acquirer is asked for capture by capture, as far as they were begun: target, amount and
  -- reference of each, and how those before the last were approved.
  refund_parts              json,
  primary key (merchant_id, order_id, transaction_id),
  check (gateway_code is not null or deadline_at is not null),
  check ((reversal = 'OWED') = (reverse_at is not null)),
  check (redirect_token is null or journey is not null),
  constraint transactions_responded check (gateway_code is null or response_number is not null)
)
-- Each row is written again once its outcome is known. With room beside it, only what changed goes into the log.
with (fillfactor = 45);

-- One transaction in flight per order, whatever the code above believes.
create unique index transactions_one_in_flight on transactions (merchant_id, order_id) where gateway_code is null;
create index transactions_overdue on transactions (merchant_id, deadline_at) where deadline_at is not null;
create index transactions_to_reverse on transactions (merchant_id, reverse_at) where reverse_at is not null;
create index transactions_to_review on transactions (merchant_id, order_id) where decision = 'PENDING';
create index transactions_by_hand on transactions (merchant_id, order_id) where manual_resolution is not null;
-- Money that an acquirer would not give back.
create index transactions_not_reversed on transactions (merchant_id, order_id)
  where reversal in ('REFUSED', 'UNSUPPORTED');
create index transactions_to_stop on transactions (merchant_id, stop_recurring_at) where stop_recurring_at is not null;
-- Such an address names no merchant.
create index transactions_by_redirect_token on transactions (redirect_token) where redirect_token is not null;

-- One row for each committed change, numbered without gaps on its order. Never updated, never deleted.
create table events (
  merchant_id    text not null,
  order_id       text not null,
  number         integer not null,
  event_id       uuid not null default gen_random_uuid(),
  kind           text not null,
  transaction_id text not null,
  at             timestamptz not null,
  -- The outcome as it was recorded; with the request, which never changes, it makes the response of that moment.
  response       json not null,
  primary key (merchant_id, order_id, number)
);

-- Agreements between merchants and payers to a series of payments. The first payment that succeeds under an id lays down the
-- terms, which later payments need not repeat.
create table payment_agreements (
  merchant_id    text not null,
  agreement_id   text not null,
  -- Of the order; the amounts among the terms are in it.
  currency       text not null,
  terms          json not null,
  established_at timestamptz not null,
  -- The acquirer allows no further payment of the series.
  cancelled_at   timestamptz,
  primary key (merchant_id, agreement_id)
);

-- What an operator proposes about a transaction that nothing else can end. Another operator approves or declines it.
create table attempt_resolutions (
  merchant_id        text not null,
  order_id           text not null,
  transaction_id     text not null,
  proposal_id        uuid not null default gen_random_uuid(),
  -- The transaction as it was: a proposal about one that has changed since is void.
  claim              integer not null,
  reversal           text,
  outcome            text not null check (outcome in ('APPROVED', 'FAILED', 'REVERSED')),
  authorization_code text,
  reason             text not null,
  proposed_by        text not null,
  proposed_at        timestamptz not null,
  primary key (merchant_id, order_id, transaction_id)
);

-- Settlement batches that are being closed with acquirers that compare totals, and those whose totals differ.
create table batch_closings (
  merchant_id   text not null,
  acquirer_id   text not null,
  batch         integer not null,
  -- At which link, and as whom: the profile may change before it is closed.
  acquirer_link json not null,
  -- CLOSING until the acquirer has answered; DIFFERS when it counts something else, until people have it closed again.
  state         text not null default 'CLOSING' check (state in ('CLOSING', 'DIFFERS', 'CLOSED')),
  -- The adapter's: what was sent, under which identity. Stored before it is sent.
  progress      json not null default '{}',
  -- Rises with each change, so that two processes do not continue it side by side.
  revision      integer not null default 1,
  -- Of a difference: its reason, and the totals of both sides.
  difference    json,
  requested_by  text not null,
  -- When a job continues it, and how often one did.
  try_at        timestamptz,
  tries         integer not null default 0,
  begun_at      timestamptz not null default now(),
  updated_at    timestamptz not null default now(),
  primary key (merchant_id, acquirer_id, batch),
  check (state = 'CLOSING' or try_at is null)
);

create index batch_closings_to_finish on batch_closings (merchant_id, try_at) where try_at is not null;
create index batch_closings_differing on batch_closings (merchant_id) where state = 'DIFFERS';

-- Settlement batches that are closed: what is in them can be refunded, not voided.
create table closed_batches (
  merchant_id text not null,
  acquirer_id text not null,
  batch       integer not null,
  totals      json not null,
  closed_at   timestamptz not null,
  primary key (merchant_id, acquirer_id, batch)
);

-- How a merchant answered a dispute: it contests the claim, records that its evidence was sent, or leaves a note. What the
-- bank says comes as a chargeback on the order. Never changed.
create table dispute_answers (
  merchant_id text not null,
  order_id    text not null,
  case_number text not null,
  answered_at timestamptz not null,
  kind        text not null check (kind in ('CONTESTED', 'EVIDENCE_SENT', 'NOTE')),
  note        text not null,
  answered_by text not null,
  primary key (merchant_id, order_id, case_number, answered_at)
);

-- What users write about an order for their colleagues. Never changed.
create table order_notes (
  merchant_id text not null,
  order_id    text not null,
  -- Chosen by the page, so that a repeated request adds one note.
  note_id     text not null,
  written_at  timestamptz not null,
  written_by  text not null,
  text        text not null check (length(text) between 1 and 2000),
  primary key (merchant_id, order_id, note_id)
);

-- Payer authentications that a payer's device has begun by the id of a session. They are no transactions of the merchant:
-- they open no order, lock none, and are in no total, search, report or notification. A payment that names one is judged by
-- it. Deleted with the session.
create table device_authentications (
  merchant_id    text not null,
  order_id       text not null,
  transaction_id text not null,
  session_hash   bytea not null,
  -- Who named the order to the session: what the merchant named comes first.
  order_named_by text not null check (order_named_by in ('DEVICE', 'MERCHANT')),
  redirect_token text not null,
  reference      text not null,
  currency       text not null,
  amount         bigint not null,
  request_key_id text not null,
  request_hash   bytea not null,
  account_key_id text not null,
  account_hash   bytea not null,
  request        json not null,
  response       json not null,
  journey        json not null,
  revision       integer not null default 1,
  created_at     timestamptz not null,
  updated_at     timestamptz not null,
  expires_at     timestamptz not null,
  primary key (merchant_id, order_id, transaction_id, session_hash)
);

create index device_authentications_by_session on device_authentications (merchant_id, session_hash);
create index device_authentications_by_token on device_authentications (redirect_token);
create index device_authentications_by_expiry on device_authentications (expires_at);

-- Authentications by 3-D Secure 1, under the ids that merchants chose.
create table enrollment_checks (
  merchant_id       text not null,
  three_d_secure_id text not null,
  -- Tells a repeat from another request under the same id.
  request_key_id    text not null,
  request_hash      bytea not null,
  account_key_id    text not null,
  account_hash      bytea not null,
  currency          text not null,
  amount_minor      bigint not null check (amount_minor >= 0),
  -- What was learned so far, as it may be stored and shown.
  state             json not null,
  revision          integer not null default 1,
  created_at        timestamptz not null,
  updated_at        timestamptz not null,
  primary key (merchant_id, three_d_secure_id)
);

-- Agreements to later payments that payers are asked for on a provider's site.
create table agreement_setups (
  merchant_id    text not null,
  -- Names the setup in addresses that the payer's browser and the provider use. Unguessable.
  redirect_token text not null,
  -- What the provider knows it by, which adapter talks to the provider, and what the provider calls the merchant.
  reference      text not null,
  adapter        text not null,
  account        text not null,
  -- The session that gets the token.
  session_hash   bytea not null,
  -- Where the payer goes afterwards, and under which name the agreement is stored.
  wish           json not null,
  state          text not null check (state in ('OPEN', 'AGREED', 'REFUSED', 'NOT_KEPT', 'ABANDONED')),
  payer_url      text,
  -- The token that has the agreement, or why there is none.
  token          text,
  why            text,
  -- When a job looks at it next: to learn its result, or to delete it.
  due_at         timestamptz not null,
  created_at     timestamptz not null,
  updated_at     timestamptz not null,
  primary key (merchant_id, redirect_token),
  check ((state = 'AGREED') = (token is not null))
);

-- Such an address names no merchant.
create index agreement_setups_by_token on agreement_setups (redirect_token);
create index agreement_setups_due on agreement_setups (due_at, merchant_id);
