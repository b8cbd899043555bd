-- The books of the simulated providers: payments on their sites and what followed, agreements, and what they have to tell by
-- themselves. A schema of its own, written in commits of its own; the gateway never reads it except through the provider
-- port.

create schema simulated_providers;

create sequence simulated_providers.serial;

create table simulated_providers.line (
  provider           text not null,
  -- What the provider calls the merchant.
  account            text not null,
  reference          text not null,
  -- Null when a reversal came before its request; such a line refuses the request when it arrives.
  kind               text check (kind in ('AUTHORIZE', 'PAY', 'CAPTURE', 'REFUND', 'VOID', 'OTHER')),
  currency           text,
  amount_minor       bigint,
  original_reference text,
  -- The payment that everything began with; the same as the reference for that payment itself.
  root_reference     text,
  agreement_id       text,
  -- Everything it was told, so that tests can prove what did and did not reach the provider, and its page can show it.
  details            jsonb,
  -- What it comes to by itself, and when: a list of outcomes with the time from the start after which each holds. Null
  -- for a payment that waits for what the payer does.
  course             jsonb,
  -- Said at first where that is less than the outcome.
  first_word         text,
  confirmation       text check (confirmation in ('CONFIRM_AT_PROVIDER', 'CONFIRM_AT_MERCHANT')),
  site_token         text unique,
  return_url         text,
  callback_url       text,
  logged_in_at       timestamptz,
  decision           text check (decision in ('APPROVE', 'DECLINE', 'CANCEL', 'ABORT', 'LEAVE')),
  decided_at         timestamptz,
  chosen_shipping    jsonb,
  callbacks          text not null default 'NORMAL',
  confirmed_at       timestamptz,
  confirmed_minor    bigint,
  serial             bigint not null default nextval('simulated_providers.serial'),
  -- How often this reference arrived; asking again has the effect of asking once.
  asked              integer not null,
  started_at         timestamptz not null,
  reversed_at        timestamptz,
  primary key (provider, account, reference)
);
create index line_by_root on simulated_providers.line (provider, account, root_reference);
create index line_by_reference on simulated_providers.line (reference);

create table simulated_providers.agreement (
  provider     text not null,
  account      text not null,
  reference    text not null,
  -- Null until the payer agrees. A payer who agrees to a single one again gets the id of the one that stands.
  agreement_id text,
  state        text not null check (state in ('OPEN', 'AGREED', 'REFUSED', 'WITHDRAWN')),
  -- Null for one that was made elsewhere, of which only the id is known.
  wish         jsonb,
  site_token   text not null unique,
  return_url   text,
  callback_url text,
  serial       bigint not null default nextval('simulated_providers.serial'),
  asked        integer not null,
  started_at   timestamptz not null,
  decided_at   timestamptz,
  primary key (provider, account, reference)
);
create index agreement_by_id on simulated_providers.agreement (provider, agreement_id) where agreement_id is not null;

-- What the gateway is told at its callback address, until it has heard.
create table simulated_providers.callback (
  callback_id  bigint generated always as identity,
  provider     text not null,
  account      text not null,
  reference    text not null,
  url          text not null,
  due_at       timestamptz not null,
  tries        integer not null default 0,
  last_response text,
  delivered_at timestamptz,
  given_up_at  timestamptz,
  primary key (callback_id)
);
create index callback_due on simulated_providers.callback (due_at) where delivered_at is null and given_up_at is null;

-- Consents that payers have taken back, until the gateway has acknowledged.
create table simulated_providers.withdrawal (
  notice_id       bigint generated always as identity,
  provider        text not null,
  account         text not null,
  agreement_id    text not null,
  acknowledged_at timestamptz,
  primary key (notice_id)
);
create index withdrawal_unheard on simulated_providers.withdrawal (provider, notice_id) where acknowledged_at is null;

-- Both ends of the simulation know it: one signs callbacks with it, the other checks them.
create table simulated_providers.callback_secret (secret text not null);
insert into simulated_providers.callback_secret values (gen_random_uuid() || '/' || gen_random_uuid());
