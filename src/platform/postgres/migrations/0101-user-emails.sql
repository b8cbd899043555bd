-- E-mail addresses of the operator's users, to which alerts are sent once the user has confirmed them.
alter table people add column email text;
alter table people add column email_confirmed_at timestamptz;

-- The last code that was sent to a user's address. The code itself is not stored: it follows from the row and a key of the vault.
create table email_codes (
  merchant_id text not null,
  login       text not null,
  address     text not null,
  nonce       text not null,
  wrong_codes integer not null default 0,
  expires_at  timestamptz not null,
  primary key (merchant_id, login)
);

-- E-mails to users. What is written here is sent by a job.
create table user_emails (
  merchant_id     text not null,
  -- The same for every attempt to queue the same e-mail.
  email_id        text not null,
  login           text not null,
  kind            text not null check (kind in ('CODE', 'ADDRESS_CHANGED', 'ALERT', 'SUMMARY')),
  recipient       text not null,
  details         jsonb not null,
  state           text not null default 'PENDING' check (state in ('PENDING', 'SENT', 'FAILED', 'NO_ADDRESS')),
  attempts        integer not null default 0,
  next_attempt_at timestamptz not null,
  created_at      timestamptz not null,
  primary key (merchant_id, email_id)
);

create index user_emails_due on user_emails (next_attempt_at) where state = 'PENDING';
create index user_emails_by_age on user_emails (created_at);
