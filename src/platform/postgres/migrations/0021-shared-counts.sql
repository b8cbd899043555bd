-- What each process has counted for velocity and rate limits, so that the others can add it to their own. Written about
-- twice a second, beside the money path and never in a commit of it. Unlogged: after a crash of the database the processes
-- still hold their own counts.
create unlogged table shared_counts (
  -- Empty for what belongs to no merchant.
  merchant_id text not null,
  kind        text not null,
  -- An address, first digits, or a keyed hash of an account number.
  value       text not null,
  process_id  uuid not null,
  totals      jsonb not null,
  updated_at  timestamptz not null,
  expires_at  timestamptz not null,
  primary key (merchant_id, kind, value, process_id)
);

create index shared_counts_by_update on shared_counts (updated_at);
create index shared_counts_by_expiry on shared_counts (expires_at);

-- Where the payer's browser was when it last put something into the session; null when none has.
alter table sessions add column payer_address text;
