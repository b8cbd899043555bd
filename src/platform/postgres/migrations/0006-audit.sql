-- Who did what that someone may ask about later. Lines are added and never changed or deleted; only the two hashes, by
-- which a job chains a merchant's lines so that a missing one is noticed, are filled in afterwards.
create table audit (
  merchant_id text not null,
  audit_id    bigint not null generated always as identity,
  at          timestamptz not null,
  actor       text not null,
  action      text not null,
  -- Identifiers and masked values only.
  subject     jsonb not null,
  prev_hash   bytea,
  hash        bytea,
  primary key (merchant_id, audit_id)
);
