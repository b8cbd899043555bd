-- Payment links that users have sent by e-mail. What is written here is sent by a job; the message is forgotten then.
create table payment_link_emails (
  merchant_id     text not null,
  email_id        text not null,
  link_id         text not null,
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
create index payment_link_emails_by_link on payment_link_emails (merchant_id, link_id, created_at);
