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
