-- The books of the simulated account updater: which cards it was asked about and what it said. A schema of its own, written in
-- commits of its own; the gateway never reads it except through the account updater port.

create schema simulated_account_updater;

create table simulated_account_updater.look_up (
  reference text not null,
  -- How often it arrived; asking again has the effect of asking once.
  asked     integer not null default 1,
  -- Masked: these books are no vault.
  card      text not null,
  expiry    text not null,
  said      text not null check (said in ('UNCHANGED', 'RENEWED', 'REPLACED', 'CLOSED', 'NO_ANSWER')),
  asked_at  timestamptz not null default now(),
  primary key (reference)
);
