-- Hosted pages: checkouts, logos and receipts; and payment links.

-- What happens on a hosted page: one row for each session that a payer has opened.
create table checkouts (
  merchant_id       text not null,
  session_hash      bytea not null,
  -- While AUTHENTICATING or PAYING, an attempt is under way.
  state             text not null check (state in ('OPEN', 'AUTHENTICATING', 'PAYING', 'DONE', 'FAILED')),
  -- How many times the payer has tried to pay, the attempt under way included.
  attempts          integer not null default 0 check (attempts >= 0),
  -- The transaction of the last attempt, chosen before it was sent, and since when it is under way.
  transaction_id    text,
  paying_since      timestamptz,
  -- The outcome of the last attempt, for the payer to read.
  gateway_code      text,
  -- Returned to the shop in place of the success indicator when the last attempt allowed has failed.
  failure_indicator text not null,
  -- What the merchant said about the page (interaction), for a payer who comes when the session is deleted.
  interaction       json not null,
  -- Origins of the shop's pages that have opened this one, as browsers reported them.
  opened_from       text[] not null default '{}',
  revision          integer not null default 1,
  created_at        timestamptz not null,
  updated_at        timestamptz not null,
  -- Until then the payer may pay. The row stays a while longer.
  expires_at        timestamptz not null,
  -- The provider of the last attempt, or of the one under way.
  provider          text check (provider in ('PROVIDER_A', 'PROVIDER_B', 'PROVIDER_C')),
  -- Ends the address that the last provider sends the payer back to. It is no credential, and not the session's id.
  return_token      text,
  -- The language and the time zone of the page that the payer used last: the receipt by e-mail has both.
  payer_view        jsonb,
  primary key (merchant_id, session_hash),
  constraint checkouts_since_check
    check ((state in ('AUTHENTICATING', 'PAYING')) = (paying_since is not null)),
  constraint checkouts_transaction_check
    check (state not in ('AUTHENTICATING', 'PAYING') or transaction_id is not null)
);

create index checkouts_by_expiry on checkouts (expires_at);
-- The address of a page names the session and no merchant.
create index checkouts_by_hash on checkouts (session_hash);
-- The address that a provider returns to names neither merchant nor session.
create index checkouts_by_return_token on checkouts (return_token) where return_token is not null;

-- Logos of merchants' payment pages. The profile, which is sealed, names the one that is shown by its hash.
create table page_logos (
  merchant_id  text not null,
  -- SHA-256 of the content, in hexadecimal.
  logo_hash    text not null,
  content_type text not null check (content_type in ('image/png', 'image/jpeg', 'image/webp')),
  content      bytea not null,
  created_at   timestamptz not null default now(),
  primary key (merchant_id, logo_hash)
);

-- Receipts to be sent to payers by e-mail. The address is not here but in the request of the transaction.
create table receipt_emails (
  merchant_id     text not null,
  order_id        text not null,
  transaction_id  text not null,
  -- What the payer's page showed: the merchant's name, the language.
  details         jsonb not null,
  state           text not null default 'PENDING' check (state in ('PENDING', 'SENT', 'FAILED', 'NO_ADDRESS')),
  attempts        integer not null default 0,
  next_attempt_at timestamptz not null,
  created_at      timestamptz not null default now(),
  primary key (merchant_id, order_id, transaction_id)
);

create index receipt_emails_due on receipt_emails (next_attempt_at) where state = 'PENDING';
create index receipt_emails_by_age on receipt_emails (created_at);

-- Payment links: URLs that merchants send to payers or show as QR codes.
create table payment_links (
  merchant_id      text not null,
  -- Random, and a part of the URL: whoever has it may pay.
  payment_link_id          text not null,
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
  primary key (merchant_id, payment_link_id),
  check (amount_minor is null or (amount_min_minor is null and amount_max_minor is null)),
  check ((disabled_at is null) = (disabled_by is null))
);

-- A payer has the id alone.
create index payment_links_by_id on payment_links (payment_link_id);
create index payment_links_by_time on payment_links (merchant_id, created_at, payment_link_id);

-- The orders that payers have begun through a link.
create table payment_link_orders (
  merchant_id text not null,
  payment_link_id     text not null,
  order_id    text not null,
  begun_at    timestamptz not null,
  primary key (merchant_id, payment_link_id, order_id)
);

-- The page of an order names the payment link by which the payer came.
create index payment_link_orders_by_order on payment_link_orders (merchant_id, order_id);

-- Payment links that users have sent by e-mail. What is written here is sent by a job; the message is deleted then.
create table payment_link_emails (
  merchant_id     text not null,
  email_id        text not null,
  payment_link_id         text not null,
  recipient       text not null,
  message         text,
  state           text not null default 'PENDING' check (state in ('PENDING', 'SENT', 'FAILED', 'NO_ADDRESS')),
  attempts        integer not null default 0,
  next_attempt_at timestamptz not null,
  created_by      text not null,
  created_at      timestamptz not null,
  primary key (merchant_id, email_id)
);

create index payment_link_emails_due on payment_link_emails (next_attempt_at) where state = 'PENDING';
create index payment_link_emails_by_age on payment_link_emails (created_at);
-- The limits count what a merchant has sent lately, and the page of a link lists its own.
create index payment_link_emails_by_merchant on payment_link_emails (merchant_id, created_at);
create index payment_link_emails_by_link on payment_link_emails (merchant_id, payment_link_id, created_at);
