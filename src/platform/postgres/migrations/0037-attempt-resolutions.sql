-- What an operator proposes about a transaction that nothing else can end. Another operator approves or declines it.
create table attempt_resolutions (
  merchant_id        text not null,
  order_id           text not null,
  transaction_id     text not null,
  proposal_id        uuid not null default gen_random_uuid(),
  -- The transaction as it was: a proposal about one that has changed since is void.
  claim              integer not null,
  reversal           text,
  outcome            text not null check (outcome in ('APPROVED', 'FAILED', 'REVERSED')),
  authorization_code text,
  reason             text not null,
  proposed_by        text not null,
  proposed_at        timestamptz not null,
  primary key (merchant_id, order_id, transaction_id)
);
