-- What goes on after its first answer, while the payer is on somebody else's page: payments at a provider's site, and
-- payer authentication.

alter table transactions
  -- How far the payer has come, and what is needed to go on; null for everything that is over with its first answer.
  add column journey        json,
  -- Names the transaction in addresses that the payer's browser and the provider use. Unguessable.
  add column redirect_token text,
  add check (redirect_token is null or journey is not null);

-- Such an address names no merchant.
create index transactions_by_redirect_token on transactions (redirect_token) where redirect_token is not null;

-- Authentications by 3-D Secure 1, under the ids that merchants chose.
create table enrollment_checks (
  merchant_id        text not null,
  three_d_secure_id  text not null,
  -- What was asked, for telling a repeat from another question under the same id.
  request_key_id     text not null,
  request_hash       bytea not null,
  account_key_id     text not null,
  account_hash       bytea not null,
  currency           text not null,
  amount_minor       bigint not null check (amount_minor >= 0),
  -- What was learned so far, as it may be kept and shown.
  state              json not null,
  revision           integer not null default 1,
  created_at         timestamptz not null,
  updated_at         timestamptz not null,
  primary key (merchant_id, three_d_secure_id)
);
