-- Token repositories, which merchants may share, and the tokens in them.
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

-- Merchants that are there already get a repository each, with the strategies that their profiles had. It has the
-- merchant's id where that can be one: Test marks the test twin of another repository.
update merchants set profile = profile || jsonb_build_object('tokenRepositoryId',
  case when length(merchant_id) <= 16 and merchant_id not like 'Test%' then merchant_id
    else '~' || substr(translate(encode(sha256(convert_to(merchant_id, 'UTF8')), 'base64'), '+/', '-_'), 1, 15) end);

insert into token_repositories (repository_id, generation, management)
select profile ->> 'tokenRepositoryId', profile ->> 'tokenGeneration', profile ->> 'tokenManagement' from merchants;

update merchants set profile = profile - 'tokenGeneration' - 'tokenManagement';

create table tokens (
  -- Of a sub-merchant: the repository that follows from its aggregator's and its own identifier.
  repository_id         text not null,
  token                 text not null,
  -- The repository whose settings hold for it: the same one, or that of a sub-merchant's aggregator.
  home_repository_id    text not null,
  kind                  text not null check (kind in ('CARD', 'GIFT_CARD', 'ACH', 'DIRECT_DEBIT_CANADA', 'PROVIDER_A')),
  -- As answers show the account, and what is stored beside it; neither names nor addresses of cardholders.
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

-- Which accounts the tokens hold, under every key by which accounts are compared at the moment: usually one, two while
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
-- For who asks by token, and nobody else: a question that names no token cannot use it, although on an empty table it
-- would look as cheap as the right index.
create index token_accounts_by_token on token_accounts (repository_id, token) where token is not null;

-- Names that the gateway has made and whose tokens were deleted: none of them is given a second time.
create table retired_token_names (
  repository_id text not null,
  token         text not null,
  retired_at    timestamptz not null default now(),
  primary key (repository_id, token)
);

-- What the token service still has to be told: that a scheme token is no longer wanted.
create table scheme_tokens_given_up (
  repository_id text not null,
  reference     text not null,
  due_at        timestamptz not null,
  attempts      integer not null default 0,
  primary key (repository_id, reference)
);
