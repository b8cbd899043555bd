-- Risk: the operator's rules, and the cards that somebody trusts or suspects. Merchants' rules are in their profiles.

create table risk_operator_rules (
  -- There is one row at most.
  is_only    boolean not null default true check (is_only),
  rules      jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (is_only)
);

-- A card is on one list of its owner at most. The operator's own list has the empty merchant id; it has suspects only,
-- since nobody trusts a card on behalf of every merchant.
create table risk_cards (
  merchant_id    text not null,
  account_key_id text not null,
  account_hash   bytea not null,
  list           text not null check (list in ('TRUSTED', 'SUSPECT')),
  masked_number  text not null,
  note           text,
  added_at       timestamptz not null default now(),
  primary key (merchant_id, account_key_id, account_hash),
  check (merchant_id <> '' or list = 'SUSPECT')
);
