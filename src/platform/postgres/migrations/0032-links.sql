-- Acquirer links: the operator's connections to acquirers, which merchants share. Of the operator, whose id is empty; both
-- tables are a part of the operator's rights seal.
create table links (
  merchant_id text not null default '',
  link_id     text not null,
  adapter     text not null,
  -- Shown as transaction.acquirer.id.
  acquirer_id text not null,
  is_enabled  boolean not null default true,
  -- The current one of its revisions.
  revision    integer not null,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  primary key (merchant_id, link_id),
  check (revision >= 1)
);

-- Transactions remember the revision they used; its identity settings never change.
create table link_revisions (
  merchant_id    text not null default '',
  link_id        text not null,
  revision       integer not null,
  -- Without secrets.
  settings       jsonb not null,
  -- All secrets of the revision as one sealed JSON object.
  secrets_key_id text,
  secrets_sealed bytea,
  -- Rises with each change of tuning settings or secrets.
  change         integer not null default 1,
  created_at     timestamptz not null default now(),
  primary key (merchant_id, link_id, revision),
  check (revision >= 1),
  check ((secrets_key_id is null) = (secrets_sealed is null))
);
