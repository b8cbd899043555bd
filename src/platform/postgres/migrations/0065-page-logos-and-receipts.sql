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
