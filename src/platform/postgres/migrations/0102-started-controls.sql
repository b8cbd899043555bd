-- The settings that protect the gateway, as it was last started with; of secrets keyed hashes. Of the operator alone.
create table started_controls (
  merchant_id    text not null,
  control_values jsonb not null,
  secrets        jsonb not null,
  -- Of the hashes.
  key_id         text not null,
  updated_at     timestamptz not null default now(),
  primary key (merchant_id)
);
