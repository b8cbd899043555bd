-- Messages that were exchanged with acquirers, described field by field and masked, for people who look into a payment. They
-- are written by a job after the payment, kept for some days, and nothing depends on them.
create table exchanged_messages (
  merchant_id    text not null,
  order_id       text not null,
  transaction_id text not null,
  exchange_id    uuid not null,
  link_id        text not null,
  revision       integer not null,
  sent_at        timestamptz not null,
  took_ms        integer not null,
  -- Title, and label and value of each field.
  sent           json not null,
  received       json,
  -- Why there is no answer.
  problem        text,
  primary key (merchant_id, order_id, exchange_id)
);

-- Rows are added in the order of their time, so that a small index is enough to find the oldest.
create index exchanged_messages_by_time on exchanged_messages using brin (sent_at);
