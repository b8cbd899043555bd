-- Agreements to later payments that payers are asked for on a provider's site.
create table agreement_setups (
  merchant_id    text not null,
  -- Names the setup in addresses that the payer's browser and the provider use. Unguessable.
  redirect_token text not null,
  -- What the provider knows it by, which adapter talks to the provider, and what the provider calls the merchant.
  reference      text not null,
  adapter        text not null,
  account        text not null,
  -- The session that gets the token.
  session_hash   bytea not null,
  -- Where the payer goes afterwards, and under which name the agreement is kept.
  wish           json not null,
  state          text not null check (state in ('OPEN', 'AGREED', 'REFUSED', 'NOT_KEPT', 'ABANDONED')),
  payer_url      text,
  -- The token that holds the agreement, or why there is none.
  token          text,
  why            text,
  -- When a job looks at it next: to learn what became of it, or to forget it.
  due_at         timestamptz not null,
  created_at     timestamptz not null,
  updated_at     timestamptz not null,
  primary key (merchant_id, redirect_token),
  check ((state = 'AGREED') = (token is not null))
);

-- Such an address names no merchant.
create index agreement_setups_by_token on agreement_setups (redirect_token);
create index agreement_setups_due on agreement_setups (due_at, merchant_id);

-- A payer takes back the consent: from the merchant's account with the provider to the tokens that hold the agreement, whose
-- id is what is shown of it.
create index merchants_by_provider on merchants using gin ((profile -> 'providers') jsonb_path_ops);
create index tokens_by_agreement on tokens (home_repository_id, masked) where kind = 'PROVIDER_A';
