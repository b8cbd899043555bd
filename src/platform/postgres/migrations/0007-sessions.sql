-- Sessions: values of requests that are kept until an operation uses them. The id is a credential, so that only a keyed
-- hash of it is here.
create table sessions (
  merchant_id          text not null,
  session_hash         bytea not null,
  session_key_id       text not null,
  kind                 text not null check (kind in ('PLAIN', 'PAYMENT_PAGE', 'CHECKOUT')),
  version              text not null check (length(version) = 10),
  update_status        text not null check (update_status in ('NO_UPDATE', 'SUCCESS', 'FAILURE')),
  authentication_limit integer not null check (authentication_limit between 0 and 9999),
  authentications      integer not null default 0 check (authentications >= 0),
  -- In canonical shape, account numbers masked, security codes and the like not at all.
  content              json not null,
  -- The account numbers of the content by their paths, sealed as one value.
  accounts_key_id      text,
  accounts_sealed      bytea,
  -- What the merchant was told once and pages need again: success indicator, key for what comes back through the browser.
  told_key_id          text not null,
  told_sealed          bytea not null,
  created_at           timestamptz not null,
  updated_at           timestamptz not null,
  expires_at           timestamptz not null,
  primary key (merchant_id, session_hash),
  check ((accounts_key_id is null) = (accounts_sealed is null))
);

create index sessions_by_expiry on sessions (expires_at);

-- What a payer typed and nobody may keep: sealed under a key that comes from the key-encryption key and the session's id,
-- which the database does not have. Gone with the first payment that uses it, at expiry, and after a crash: the table is
-- in no log that is replayed, archived or sent to a standby.
create unlogged table session_codes (
  merchant_id  text not null,
  session_hash bytea not null,
  sealed       bytea not null,
  expires_at   timestamptz not null,
  primary key (merchant_id, session_hash)
);

create index session_codes_by_expiry on session_codes (expires_at);
