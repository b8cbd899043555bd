-- The books of the simulated token service: which scheme tokens it was asked for and what became of them. A schema of its
-- own, written in commits of its own; the gateway never reads it except through the token service port.

create schema simulated_token_service;

-- A scheme token's number follows from its serial, so that none has to be kept.
create sequence simulated_token_service.serial;

create table simulated_token_service.scheme_token (
  reference    text not null,
  -- How often it was asked for; asking again has the effect of asking once.
  asked        integer not null,
  -- Null when it was given up before it was ever asked for.
  scheme       text,
  -- Masked, and a keyed hash to know the card again: these books are no vault either.
  card         text,
  fingerprint  text,
  card_expiry  text,
  -- The identifier by which an issuer's card was fetched.
  pushed_as    text,
  -- Everything else it was told, so that tests can prove what did and did not reach the token service.
  cardholder   jsonb,
  serial       bigint not null default nextval('simulated_token_service.serial'),
  status       text not null check (status in ('ACTIVE', 'SUSPENDED', 'INACTIVE', 'DELETED', 'REFUSED')),
  expiry_month text,
  expiry_year  text,
  given_up     integer not null default 0,
  given_up_at  timestamptz,
  written_at   timestamptz not null default now(),
  primary key (reference)
);

create table simulated_token_service.notice (
  notice_id          bigint generated always as identity,
  reference          text not null,
  status             text not null check (status in ('ACTIVE', 'SUSPENDED', 'INACTIVE', 'DELETED')),
  has_number_changed boolean not null,
  expiry_month       text,
  expiry_year        text,
  written_at         timestamptz not null default now(),
  acknowledged_at    timestamptz,
  primary key (notice_id)
);

create index notice_unheard on simulated_token_service.notice (notice_id) where acknowledged_at is null;

create table simulated_token_service.fingerprint_key (key text not null);
insert into simulated_token_service.fingerprint_key values (gen_random_uuid() || '/' || gen_random_uuid());
