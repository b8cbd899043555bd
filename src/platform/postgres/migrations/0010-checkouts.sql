-- What happens on a page of ours: one row for each session that a payer has opened.
create table checkouts (
  merchant_id       text not null,
  session_hash      bytea not null,
  state             text not null check (state in ('OPEN', 'PAYING', 'DONE', 'FAILED')),
  -- How many times the payer has tried to pay; while PAYING, the one under way included.
  attempts          integer not null default 0 check (attempts >= 0),
  -- The transaction of the last attempt, chosen before it was asked for, and since when it is under way.
  transaction_id    text,
  paying_since      timestamptz,
  -- What became of the last attempt, for the payer to read.
  gateway_code      text,
  -- Told to the shop in place of the success indicator when the last attempt allowed has failed.
  failure_indicator text not null,
  -- What the merchant said about the page (interaction), for a payer who comes when the session is gone.
  interaction       json not null,
  -- Origins of the shop's pages that have opened this one, as browsers told them.
  opened_from       text[] not null default '{}',
  revision          integer not null default 1,
  created_at        timestamptz not null,
  updated_at        timestamptz not null,
  -- Until then the payer may pay. The row stays a while longer.
  expires_at        timestamptz not null,
  primary key (merchant_id, session_hash),
  check ((state = 'PAYING') = (paying_since is not null)),
  check (state <> 'PAYING' or transaction_id is not null)
);

create index checkouts_by_expiry on checkouts (expires_at);

-- The address of a page names the session and no merchant.
create index checkouts_by_hash on checkouts (session_hash);
create index sessions_by_hash on sessions (session_hash);
