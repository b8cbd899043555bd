-- Chains each merchant's lines of the audit. A job gives lines their positions after their commits, since numbers taken
-- inside commits would become visible out of order; only then are position and hashes set, once.
alter table audit add column position bigint;

create unique index audit_by_position on audit (merchant_id, position);
create index audit_unchained on audit (merchant_id, audit_id) where position is null;
-- Which merchants' chains were begun.
create index audit_begun on audit (merchant_id, (subject ->> 'merchantId')) where action = 'AUDIT_BEGUN';
create index audit_by_time on audit (merchant_id, at, audit_id);

-- The end of each chain. The keyed hash is made with a key that is not in the database in clear: whoever can write to the
-- database alone can make no head.
create table audit_heads (
  merchant_id text not null,
  -- How many lines are chained; the positions are 1 to this.
  position    bigint not null,
  -- Of the last of them.
  hash        bytea not null,
  key_id      text not null,
  mac         bytea not null,
  updated_at  timestamptz not null default now(),
  primary key (merchant_id)
);
