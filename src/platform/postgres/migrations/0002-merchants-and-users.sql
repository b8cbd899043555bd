-- Merchants with their credentials, the users of the console, and the seals over what gives them access rights.

create table merchants (
  merchant_id text not null,
  profile     jsonb not null,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  primary key (merchant_id)
);

-- From a token repository to the merchants that use it, whose feeds report its tokens.
create index merchants_by_token_repository on merchants ((profile ->> 'tokenRepositoryId'));
-- From an account with a provider to its merchant: a payer withdraws an agreement there.
create index merchants_by_provider on merchants using gin ((profile -> 'providers') jsonb_path_ops);

-- Several at once, so that a new password can be rolled out before the old one is revoked. The default ones, in slots 1 and
-- 2, have no name and may do everything.
create table merchant_passwords (
  merchant_id  text not null,
  slot         smallint not null check (slot between 1 and 20),
  key_id       text not null,
  hash         bytea not null,
  created_at   timestamptz not null default now(),
  name         text,
  operations   text[] not null default '{ALL}',
  created_by   text,
  last_used_at timestamptz,
  primary key (merchant_id, slot)
);

create unique index merchant_passwords_by_name on merchant_passwords (merchant_id, name);

create table merchant_certificates (
  merchant_id  text not null,
  fingerprint  text not null check (fingerprint ~ '^[0-9a-f]{64}$'),
  subject      text not null,
  not_before   timestamptz not null,
  not_after    timestamptz not null,
  revoked_at   timestamptz,
  created_at   timestamptz not null default now(),
  name         text,
  operations   text[] not null default '{ALL,UNMASK}',
  created_by   text,
  last_used_at timestamptz,
  primary key (merchant_id, fingerprint)
);

-- What opens a merchant's reports, and nothing else. At most two at once.
create table reporting_passwords (
  merchant_id text not null,
  slot        smallint not null check (slot in (1, 2)),
  key_id      text not null,
  hash        bytea not null,
  created_at  timestamptz not null default now(),
  primary key (merchant_id, slot)
);

-- What one user requests and another has to approve: a password, a certificate, the privilege UNMASK, a change of a merchant's
-- profile, of an acquirer link, or of who may approve.
create table credential_requests (
  merchant_id    text not null,
  request_id     uuid not null default gen_random_uuid(),
  kind           text not null check (kind in ('PASSWORD', 'CERTIFICATE', 'UNMASK', 'PROFILE', 'LINK', 'PERMISSIONS')),
  -- Name, operations and certificate, as far as the kind has them.
  details        jsonb not null,
  key_id         text,
  hash           bytea,
  requested_by   text not null,
  requested_at   timestamptz not null,
  -- All secrets of the revision of a link that is requested, as one sealed JSON object.
  secrets_key_id text,
  secrets_sealed bytea,
  primary key (merchant_id, request_id),
  check ((kind = 'PASSWORD') = (hash is not null)),
  check ((key_id is null) = (hash is null)),
  check ((secrets_key_id is null) = (secrets_sealed is null))
);

-- Users of the console, of merchants and of the operator.
create table users (
  -- Empty for the operator's.
  merchant_id            text not null,
  login                  text not null check (login ~ '^[a-z0-9][a-z0-9._@-]{0,63}$'),
  name                   text not null,
  permissions            text[] not null,
  is_enabled             boolean not null default true,
  -- By argon2id, with its parameters and its salt, as PHC strings have them.
  password_hash          text not null,
  must_change_password   boolean not null,
  -- The secret of the second factor. Before it is in use, the user was shown it and has yet to prove that a device has it.
  factor_key_id          text,
  factor_sealed          bytea,
  is_factor_in_use       boolean not null default false,
  -- Codes of this step of time and of earlier ones are used up.
  factor_last_step       bigint not null default 0,
  -- Failed attempts are counted in sign_in_counters.
  failed_sign_ins        integer not null default 0,
  locked_until           timestamptz,
  is_lock_noted          boolean not null default false,
  created_at             timestamptz not null,
  last_sign_in_at        timestamptz,
  -- Passwords before the present one, newest first: none of them may be chosen again.
  former_password_hashes text[] not null default '{}',
  -- Alerts are sent there once the user has confirmed it.
  email                  text,
  email_confirmed_at     timestamptz,
  -- Keyed hashes of the codes that replace the second factor once each. The key is the secret of the factor itself.
  recovery_codes         bytea[] not null default '{}',
  primary key (merchant_id, login),
  check ((factor_key_id is null) = (factor_sealed is null)),
  check (not is_factor_in_use or factor_sealed is not null)
);

-- Console sessions.
create table console_sessions (
  merchant_id        text not null,
  login              text not null,
  -- Of the token in the cookie of the user's browser.
  token_hash         bytea not null,
  token_key_id       text not null,
  console_session_id uuid not null default gen_random_uuid(),
  -- The password was right, the second factor is still to be shown: gives no access.
  is_awaiting        boolean not null,
  created_at         timestamptz not null,
  expires_at         timestamptz not null,
  seen_at            timestamptz not null,
  second_factor_at   timestamptz,
  -- A session belongs to its user and has its times; under the key of the token's hash.
  mac                bytea,
  primary key (merchant_id, login, token_hash)
);

-- A token names neither merchant nor user.
create index console_sessions_by_token on console_sessions (token_hash);
create index console_sessions_by_expiry on console_sessions (expires_at);

-- Failed attempts to sign in, those under way included, by where they come from.
create table sign_in_counters (
  merchant_id   text not null,
  login         text not null,
  -- A network, a known browser, a session, or what several of them share.
  counter       text not null,
  failures      integer not null default 0,
  locked_until  timestamptz,
  -- The audit log has an entry about an attempt during this lock; one is enough, however many there are.
  is_lock_noted boolean not null default false,
  failed_at     timestamptz not null,
  primary key (merchant_id, login, counter)
);

create index sign_in_counters_by_age on sign_in_counters (failed_at);

-- Browsers that a user has signed in with, known by a cookie of which a keyed hash is kept.
create table known_browsers (
  merchant_id  text not null,
  login        text not null,
  browser_id   uuid not null,
  token_hash   bytea not null,
  token_key_id text not null,
  signed_in_at timestamptz not null,
  expires_at   timestamptz not null,
  primary key (merchant_id, login, browser_id)
);

create index known_browsers_by_expiry on known_browsers (expires_at);

-- What users have chosen for themselves: time zone, columns, saved views, keys. Gives no access rights.
create table user_preferences (
  merchant_id text not null,
  login       text not null,
  preferences jsonb not null,
  primary key (merchant_id, login)
);

-- The last code that was sent to a user's address. The code itself is not stored: it follows from the row and a key of the vault.
create table email_codes (
  merchant_id text not null,
  login       text not null,
  address     text not null,
  nonce       text not null,
  wrong_codes integer not null default 0,
  expires_at  timestamptz not null,
  primary key (merchant_id, login)
);

-- E-mails to users. What is written here is sent by a job.
create table user_emails (
  merchant_id     text not null,
  -- The same for every attempt to queue the same e-mail.
  email_id        text not null,
  login           text not null,
  kind            text not null check (kind in ('CODE', 'ADDRESS_CHANGED', 'ALERT', 'SUMMARY', 'ATTENTION')),
  recipient       text not null,
  details         jsonb not null,
  state           text not null default 'PENDING' check (state in ('PENDING', 'SENT', 'FAILED', 'NO_ADDRESS')),
  attempts        integer not null default 0,
  next_attempt_at timestamptz not null,
  created_at      timestamptz not null,
  primary key (merchant_id, email_id)
);

create index user_emails_due on user_emails (next_attempt_at) where state = 'PENDING';
create index user_emails_by_age on user_emails (created_at);

-- Access rights are protected against write access to the database: one keyed hash for each owner, a merchant or the operator
-- (empty), over all rows that give access rights. The revision rises with every change and is in the owner's audit log, too.
create table access_rights_seals (
  merchant_id text not null,
  revision    bigint not null,
  -- For each part of the owner's permissions: the hash of its rows.
  digests     jsonb not null,
  key_id      text not null,
  mac         bytea not null,
  updated_at  timestamptz not null default now(),
  primary key (merchant_id)
);

-- An older revision cannot replace a newer one.
create function refuse_older_revision() returns trigger language plpgsql as $$
begin
  raise exception 'the revision of access rights only rises' using errcode = 'integrity_constraint_violation';
end
$$;

create trigger access_rights_seals_rise before update on access_rights_seals
  for each row when (new.revision < old.revision or new.merchant_id <> old.merchant_id)
  execute function refuse_older_revision();
