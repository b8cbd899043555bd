-- Risk: the operator's rules, and the cards that are trusted or suspected. Merchants' rules are in their profiles.

create table risk_operator_rules (
  -- There is one row at most.
  is_only    boolean not null default true check (is_only),
  rules      jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (is_only)
);

-- The cards of merchants. A card is on one list of its owner at most.
create table risk_cards (
  merchant_id    text not null check (merchant_id <> ''),
  account_key_id text not null,
  account_hash   bytea not null,
  list           text not null check (list in ('TRUSTED', 'SUSPECT')),
  masked_number  text not null,
  note           text,
  added_at       timestamptz not null default now(),
  primary key (merchant_id, account_key_id, account_hash)
);

-- The cards that the operator suspects: payments of all merchants need them, therefore they are on every node of a distributed
-- database. No card is trusted on behalf of every merchant.
create table risk_operator_cards (
  merchant_id    text not null default '' check (merchant_id = ''),
  account_key_id text not null,
  account_hash   bytea not null,
  list           text not null check (list = 'SUSPECT'),
  masked_number  text not null,
  note           text,
  added_at       timestamptz not null default now(),
  primary key (merchant_id, account_key_id, account_hash)
);

-- Sessions: values of requests that are stored until an operation uses them. The id is a credential, so that only a keyed
-- hash of it is here.
create table sessions (
  merchant_id                text not null,
  session_hash               bytea not null,
  session_key_id             text not null,
  kind                       text not null check (kind in ('PLAIN', 'PAYMENT_PAGE', 'CHECKOUT')),
  version                    text not null check (length(version) = 10),
  update_status              text not null check (update_status in ('NO_UPDATE', 'SUCCESS', 'FAILURE')),
  authentication_limit       integer not null check (authentication_limit between 0 and 9999),
  authentications            integer not null default 0 check (authentications >= 0),
  -- In canonical shape, account numbers masked, security codes and the like not at all.
  content                    json not null,
  -- The account numbers of the content by their paths, sealed as one value.
  accounts_key_id            text,
  accounts_sealed            bytea,
  -- What the merchant was told once and pages need again: success indicator, key for what comes back through the browser.
  told_key_id                text not null,
  told_sealed                bytea not null,
  created_at                 timestamptz not null,
  updated_at                 timestamptz not null,
  expires_at                 timestamptz not null,
  -- Of the API: the rules of hosted pages follow it.
  created_in_version         integer check (created_in_version > 0),
  -- Created by a payer's page for hosted fields, without credentials.
  is_public                  boolean not null default false,
  -- The merchant created it, wrote to it or used it with its own credentials.
  is_merchant_known          boolean not null default false,
  -- {"version": the session's version that it describes, "set": {path: author}} for values that the merchant did not set.
  authors                    json,
  -- The only order on which a device may authenticate the payer, and who named it.
  order_id                   text,
  order_named_by             text check (order_named_by in ('DEVICE', 'MERCHANT')),
  -- Where the payer's browser was when it last put something into the session; null when none has.
  payer_address              text,
  -- The merchant's own last update was refused: nothing that a payer sends makes the session usable again.
  is_merchant_update_refused boolean not null default false,
  -- The epoch of each security code by its path in the session's values. No part of a code.
  code_epochs                jsonb,
  primary key (merchant_id, session_hash),
  check ((accounts_key_id is null) = (accounts_sealed is null)),
  check ((order_id is null) = (order_named_by is null))
);

create index sessions_by_expiry on sessions (expires_at);
-- The address of a page names the session and no merchant.
create index sessions_by_hash on sessions (session_hash);

-- Security codes that payers typed, which must not be stored after the payment: sealed under a key that comes from the
-- key-encryption key and the session's id, which the database does not have. Deleted with the first payment that uses them and
-- at expiry, and lost after a crash: the table is in no log that is replayed, archived or sent to a standby.
create unlogged table session_codes (
  merchant_id  text not null,
  session_hash bytea not null,
  sealed       bytea not null,
  expires_at   timestamptz not null,
  primary key (merchant_id, session_hash)
);

create index session_codes_by_expiry on session_codes (expires_at);

-- A session knows in which epoch each of its codes was stored; the current epoch of a merchant is lost together with the codes, so
-- that a code of another epoch is known to be lost, while one that is missing in the current epoch was used.
create unlogged table session_code_epochs (
  merchant_id text primary key,
  epoch       uuid not null
);
