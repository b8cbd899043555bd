-- The books of the simulated directory and access-control server: whose authentication was asked for, and what the payer, or
-- whoever plays one, answered. A schema of its own, written in commits of its own; the gateway never reads it except through
-- the port of payer authentication.

create schema simulated_access_control;

create table simulated_access_control.authentication (
  reference          text not null,
  protocol           text not null check (protocol in ('3DS1', '3DS2')),
  -- Names it in what the payer's browser carries. Unguessable, and nobody else's.
  token              text not null unique,
  -- Masked: these books are no vault.
  card               text not null,
  scheme             text not null,
  amount_minor       bigint not null,
  currency           text not null,
  merchant_name      text not null,
  -- The only address that the browser is sent back to.
  return_url         text not null,
  -- C while the payer has not answered; otherwise as access-control servers say it.
  status             text not null check (status in ('A', 'C', 'I', 'N', 'R', 'U', 'Y')),
  eci                text,
  -- What proves the authentication to the issuer, and the name of it in 3-D Secure 1.
  proof              text,
  xid                text not null,
  acs_transaction_id uuid not null default gen_random_uuid(),
  ds_transaction_id  uuid not null default gen_random_uuid(),
  -- How often it was asked for; asking again has the effect of asking once.
  asked              integer not null default 1,
  written_at         timestamptz not null default now(),
  answered_at        timestamptz,
  primary key (reference)
);

-- What answers that go through the payer's browser are signed with.
create table simulated_access_control.signing_key (key text not null);
insert into simulated_access_control.signing_key values (gen_random_uuid() || '/' || gen_random_uuid());
