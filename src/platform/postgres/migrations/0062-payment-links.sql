-- Payment links: URLs that merchants send to payers or show as QR codes.

create table payment_links (
  merchant_id      text not null,
  -- Random, and a part of the URL: whoever has it may pay.
  link_id          text not null,
  description      text,
  operation        text not null check (operation in ('AUTHORIZE', 'PAY')),
  currency         text not null,
  -- Null: the payer enters the amount, between these limits where there are any.
  amount_minor     bigint check (amount_minor > 0),
  amount_min_minor bigint check (amount_min_minor > 0),
  amount_max_minor bigint check (amount_max_minor > 0),
  -- Null: any number of times.
  uses_max         integer check (uses_max between 1 and 1000),
  attempts_max     integer not null check (attempts_max > 0),
  -- The order of a link that is paid once; the ids of others begin with it.
  order_id_base    text not null,
  language         text,
  -- The values of payers' sessions.
  session_key_id   text not null,
  session_sealed   bytea not null,
  created_by       text not null,
  created_at       timestamptz not null,
  expires_at       timestamptz,
  disabled_at      timestamptz,
  disabled_by      text,
  primary key (merchant_id, link_id),
  check (amount_minor is null or (amount_min_minor is null and amount_max_minor is null)),
  check ((disabled_at is null) = (disabled_by is null))
);

-- A payer has the id alone.
create index payment_links_by_id on payment_links (link_id);
create index payment_links_by_time on payment_links (merchant_id, created_at, link_id);

-- The orders that payers have begun through a link.
create table payment_link_orders (
  merchant_id text not null,
  link_id     text not null,
  order_id    text not null,
  begun_at    timestamptz not null,
  primary key (merchant_id, link_id, order_id)
);
