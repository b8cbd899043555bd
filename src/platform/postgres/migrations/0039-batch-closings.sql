-- Settlement batches that are being closed with acquirers that compare totals, and those whose totals differ.
create table batch_closings (
  merchant_id          text not null,
  acquirer_id          text not null,
  batch                integer not null,
  -- At which link, and as whom: the profile may change before it is closed.
  acquirer_link        json not null,
  -- CLOSING until the acquirer has answered; DIFFERS when it counts something else, until people have it closed again.
  state                text not null default 'CLOSING' check (state in ('CLOSING', 'DIFFERS', 'CLOSED')),
  -- The adapter's: what was sent, under which identity. Stored before it is sent.
  progress             json not null default '{}',
  -- Rises with each change, so that two processes do not go on side by side.
  revision             integer not null default 1,
  -- Of a difference: its reason, and the totals of both sides.
  difference           json,
  requested_by         text not null,
  -- When a job goes on with it, and how often one did.
  try_at               timestamptz,
  tries                integer not null default 0,
  begun_at             timestamptz not null default now(),
  updated_at           timestamptz not null default now(),
  primary key (merchant_id, acquirer_id, batch),
  check (state = 'CLOSING' or try_at is null)
);

create index batch_closings_to_finish on batch_closings (merchant_id, try_at) where try_at is not null;
create index batch_closings_differing on batch_closings (merchant_id) where state = 'DIFFERS';
