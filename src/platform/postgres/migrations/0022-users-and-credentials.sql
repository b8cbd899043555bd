-- Passwords that a person had before the present one, newest first: none of them may be chosen again.
alter table people add column former_password_hashes text[] not null default '{}';

-- Failed tries to sign in, those under way included, by where they come from. In place of people.failed_sign_ins,
-- locked_until and is_lock_noted, which gateways of the release before still use.
create table sign_in_counters (
  merchant_id   text not null,
  login         text not null,
  -- A network, a known browser, a session, or what several of them share.
  counter       text not null,
  failures      integer not null default 0,
  locked_until  timestamptz,
  -- The audit has a line about a try during this lock; one is enough, however many there are.
  is_lock_noted boolean not null default false,
  failed_at     timestamptz not null,
  primary key (merchant_id, login, counter)
);
create index sign_in_counters_by_age on sign_in_counters (failed_at);

-- Browsers that a person has signed in with, known by a cookie of which a keyed hash is kept.
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

-- API credentials: a name, what they may do, who made them and when they were last used. A password without a name was made
-- before there were names, or is one of the two default ones in slots 1 and 2; it may do everything.
alter table merchant_passwords
  add column name text,
  add column operations text[] not null default '{ALL}',
  add column created_by text,
  add column last_used_at timestamptz,
  drop constraint merchant_passwords_slot_check,
  add constraint merchant_passwords_slot_check check (slot between 1 and 20);
create unique index merchant_passwords_by_name on merchant_passwords (merchant_id, name);

alter table merchant_certificates
  add column name text,
  add column operations text[] not null default '{ALL,UNMASK}',
  add column created_by text,
  add column last_used_at timestamptz;

-- What one person wants and another has to approve: a password, a certificate, or the privilege UNMASK.
create table credential_requests (
  merchant_id  text not null,
  request_id   uuid not null default gen_random_uuid(),
  kind         text not null check (kind in ('PASSWORD', 'CERTIFICATE', 'UNMASK')),
  -- Name, operations and certificate, as far as the kind has them.
  details      jsonb not null,
  key_id       text,
  hash         bytea,
  requested_by text not null,
  requested_at timestamptz not null,
  primary key (merchant_id, request_id),
  check ((kind = 'PASSWORD') = (hash is not null)),
  check ((key_id is null) = (hash is null))
);

-- Who held every right so far goes on holding every right.
update people set rights = rights || '{UNMASK}'
where rights @> '{VIEW,PAY,CAPTURE,REFUND,VOID,APPROVE,CONFIGURE,MANAGE_USERS}' and not 'UNMASK' = any (rights);
