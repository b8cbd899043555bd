-- People who work with the gateway, and their logins.

create table people (
  -- Empty for the operator's.
  merchant_id          text not null,
  login                text not null check (login ~ '^[a-z0-9][a-z0-9._@-]{0,63}$'),
  name                 text not null,
  rights               text[] not null,
  is_enabled           boolean not null default true,
  -- By argon2id, with its parameters and its salt, as PHC strings have them.
  password_hash        text not null,
  must_change_password boolean not null,
  -- The secret of the second factor. Before it is in use, the person was shown it and has yet to prove that a device has it.
  factor_key_id        text,
  factor_sealed        bytea,
  is_factor_in_use     boolean not null default false,
  -- Codes of this step of time and of earlier ones are used up.
  factor_last_step     bigint not null default 0,
  -- In a row, those under way included.
  failed_sign_ins      integer not null default 0,
  locked_until         timestamptz,
  -- The audit has a line about a try during this lock; one is enough, however many there are.
  is_lock_noted        boolean not null default false,
  created_at           timestamptz not null,
  last_sign_in_at      timestamptz,
  primary key (merchant_id, login),
  check ((factor_key_id is null) = (factor_sealed is null)),
  check (not is_factor_in_use or factor_sealed is not null)
);

create table logins (
  merchant_id      text not null,
  login            text not null,
  -- Of what the person's browser proves itself by.
  token_hash       bytea not null,
  token_key_id     text not null,
  login_id         uuid not null default gen_random_uuid(),
  -- The password was right, the second factor is still to be shown: opens nothing.
  is_awaiting      boolean not null,
  created_at       timestamptz not null,
  expires_at       timestamptz not null,
  seen_at          timestamptz not null,
  second_factor_at timestamptz,
  primary key (merchant_id, login, token_hash)
);

-- A token names neither merchant nor person.
create index logins_by_token on logins (token_hash);
create index logins_by_expiry on logins (expires_at);
