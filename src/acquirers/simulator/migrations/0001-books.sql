-- The books of the simulated acquirer: what it was asked and what it did. A schema of its own, written in commits of its
-- own; the gateway never reads it except through the acquirer port.

create schema simulated_acquirer;

create sequence simulated_acquirer.stan maxvalue 999999 cycle;

create table simulated_acquirer.book (
  acquirer_merchant_id text not null,
  reference            text not null,
  kind                 text not null,
  currency             text not null,
  -- Null for what moves no money.
  amount_minor         bigint,
  -- Masked: the acquirer's books are no vault.
  card                 text not null,
  -- What the acquirer decided, and what it said at first when that was less: silence, or an open outcome.
  fate                 jsonb not null,
  first_word           text,
  -- How often this reference arrived; asking again has the effect of asking once.
  asked                integer not null default 1,
  written_at           timestamptz not null default now(),
  primary key (acquirer_merchant_id, reference)
);
