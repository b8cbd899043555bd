-- Token repositories, which merchants may share, the tokens in them, and merchants' keys for wallets.

create table token_repositories (
  repository_id     text not null check (repository_id ~ '^[ -~]{1,16}$'),
  generation        text not null check (generation in ('MERCHANT_SUPPLIED', 'RANDOM', 'PRESERVE_6_4')),
  management        text not null check (management in ('UNIQUE_TOKEN', 'UNIQUE_ACCOUNT_IDENTIFIER')),
  has_scheme_tokens boolean not null default false,
  provisioning_mode text not null default 'ASYNCHRONOUS'
    check (provisioning_mode in ('ASYNCHRONOUS', 'ATTEMPT_SYNCHRONOUS', 'SYNCHRONOUS')),
  has_maintenance   boolean not null default false,
  created_at        timestamptz not null default now(),
  updated_at        timestamptz not null default now(),
  primary key (repository_id)
);

create table tokens (
  -- Of a sub-merchant: the repository that follows from its aggregator's and its own identifier.
  repository_id         text not null,
  token                 text not null,
  -- The repository whose settings hold for it: the same one, or that of a sub-merchant's aggregator.
  home_repository_id    text not null,
  kind                  text not null check (kind in ('CARD', 'GIFT_CARD', 'ACH', 'DIRECT_DEBIT_CANADA', 'PROVIDER_A')),
  -- As responses show the account, and what is stored beside it; neither names nor addresses of cardholders.
  masked                text not null,
  details               json not null,
  scheme                text,
  expiry_month          smallint check (expiry_month between 1 and 12),
  expiry_year           smallint check (expiry_year between 0 and 99),
  account_key_id        text not null,
  account_sealed        bytea not null,
  status                text not null check (status in ('VALID', 'INVALID')),
  invalid_reason        text,
  verification_strategy text,
  verification_code     text,
  replacement_token     text,
  -- The scheme's token for the card: its facts, its number sealed, when to ask for it (again) and how often that was done.
  scheme_token          json,
  scheme_reference      text,
  scheme_key_id         text,
  scheme_sealed         bytea,
  scheme_due_at         timestamptz,
  scheme_attempts       integer not null default 0,
  -- When the account updater is to be asked next, in repositories that have maintenance.
  maintenance_due_at    timestamptz,
  revision              integer not null default 1,
  updated_by            text not null,
  update_source         text not null check (update_source in ('CLIENT', 'GATEWAY')),
  created_at            timestamptz not null,
  updated_at            timestamptz not null,
  last_used_at          timestamptz not null,
  primary key (repository_id, token),
  check ((status = 'INVALID') = (invalid_reason is not null)),
  check ((scheme_key_id is null) = (scheme_sealed is null))
);

create index tokens_by_home on tokens (home_repository_id) where home_repository_id <> repository_id;
create index tokens_scheme_due on tokens (repository_id, scheme_due_at) where scheme_due_at is not null;
-- The time first: in such repositories every card has one, nearly all of them to come, and jobs look once a second.
create index tokens_maintenance_due on tokens (maintenance_due_at, repository_id) where maintenance_due_at is not null;
create index tokens_by_scheme_reference on tokens (repository_id, scheme_reference) where scheme_reference is not null;
-- From a provider's agreement that a payer withdraws to the tokens that have it; its id is what is shown of it.
create index tokens_by_agreement on tokens (home_repository_id, masked) where kind = 'PROVIDER_A';

-- Which accounts the tokens have, under every key by which accounts are compared at the moment: usually one, two while
-- the key rotates. Where an account may have one token only, the index refuses a second, whichever key a process knows.
create table token_accounts (
  repository_id text not null,
  key_id        text not null,
  hash          bytea not null,
  token         text not null,
  is_only       boolean not null,
  primary key (repository_id, key_id, hash, token)
);

create unique index token_accounts_only on token_accounts (repository_id, key_id, hash) where is_only;
-- Only for queries by token: one that names no token cannot use it, although on an empty table it would look as cheap as
-- the right index.
create index token_accounts_by_token on token_accounts (repository_id, token) where token is not null;

-- What happened to tokens. Like the events of orders, never updated, never deleted.
create table token_events (
  repository_id text not null,
  token         text not null,
  number        integer not null,
  event_id      uuid not null default gen_random_uuid(),
  kind          text not null check (kind in ('CREATED', 'UPDATED', 'STATUS', 'DELETED')),
  at            timestamptz not null,
  -- The token as it was then, without anything sealed.
  shown         json not null,
  primary key (repository_id, token, number)
);

-- Events of tokens that the merchants of a repository are still to be informed of. Only on a distributed database, where the
-- merchants' outboxes may be on other nodes: they are written after the commit of the token.
create table token_notices (
  repository_id      text not null,
  token              text not null,
  number             integer not null,
  -- Whose merchants: the same repository, or that of a sub-merchant's aggregator.
  home_repository_id text not null,
  written_at         timestamptz not null default now(),
  primary key (repository_id, token, number)
);

-- Names that the gateway has made and whose tokens were deleted: none of them is given a second time.
create table retired_token_names (
  repository_id text not null,
  token         text not null,
  retired_at    timestamptz not null default now(),
  primary key (repository_id, token)
);

-- Scheme tokens that are no longer needed, until the token service has been informed.
create table scheme_tokens_given_up (
  repository_id text not null,
  reference     text not null,
  due_at        timestamptz not null,
  attempts      integer not null default 0,
  primary key (repository_id, reference)
);

-- Merchants' keys for what wallets encrypt. A part of the merchant's access rights seal.
create table wallet_keys (
  merchant_id     text not null,
  wallet          text not null check (wallet in ('APPLE_PAY', 'GOOGLE_PAY')),
  -- SHA-256 of the public key, in hexadecimal.
  public_key_hash text not null,
  -- The merchant's name at the wallet: Apple's merchant identifier, Google's merchant id.
  identifier      text not null,
  secret_key_id   text not null,
  secret_sealed   bytea not null,
  created_at      timestamptz not null default now(),
  -- Apple Pay: the payment processing certificate of the key in PEM, and until when it is valid. Nothing is decided by it: it is shown.
  certificate     text,
  expires_at      timestamptz,
  -- Null while payment pages do not use the key, which the wallet may not know yet; payloads for it are accepted all the same.
  used_since      timestamptz,
  primary key (merchant_id, wallet, public_key_hash)
);

create unique index wallet_keys_in_use on wallet_keys (merchant_id, wallet) where used_since is not null;

-- Private keys whose certificate has been requested and is not there yet. Settings name a key only with its certificate.
create table wallet_certificate_requests (
  merchant_id   text not null,
  wallet        text not null check (wallet in ('APPLE_PAY', 'GOOGLE_PAY')),
  secret_key_id text not null,
  secret_sealed bytea not null,
  created_at    timestamptz not null default now(),
  primary key (merchant_id, wallet)
);

-- Which wallets a merchant offers on hosted pages, and with what. A part of the merchant's access rights seal.
create table wallet_pages (
  merchant_id   text not null,
  wallet        text not null check (wallet in ('APPLE_PAY', 'GOOGLE_PAY')),
  -- Shown to the payer by the wallet.
  display_name  text not null,
  -- Where the payment is processed, in three letters.
  country       text not null,
  -- Apple Pay: the merchant identity certificate in PEM, until when it is valid, and its private key.
  certificate   text,
  expires_at    timestamptz,
  secret_key_id text,
  secret_sealed bytea,
  updated_at    timestamptz not null default now(),
  primary key (merchant_id, wallet)
);

-- A payload of a wallet is used once. Remembered until the wallet's own time limit refuses it.
create table wallet_payloads (
  merchant_id  text not null,
  -- Of the id that the wallet gave it, keyed with the merchant's wallet key.
  payload_hash bytea not null,
  -- The transaction or token that it was used for.
  used_for     text not null,
  expires_at   timestamptz not null,
  primary key (merchant_id, payload_hash)
);

create index wallet_payloads_by_expiry on wallet_payloads (expires_at);
