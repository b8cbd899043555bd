-- Who created a session and who set its values: whoever holds its id can write to it, and every payer does.
alter table sessions
  -- The rules of hosted pages follow it. Null: created by an earlier release.
  add column created_in_version integer check (created_in_version > 0),
  -- Created by a payer's page for hosted fields, without credentials.
  add column is_public          boolean not null default false,
  -- The merchant created it, wrote to it or used it with its own credentials. Sessions of earlier releases may be public.
  add column is_merchant_known  boolean not null default false,
  -- {"version": the session's version that it describes, "set": {path: author}} for values that the merchant did not set.
  -- With another version the values were written by a process of an earlier release.
  add column authors            json,
  -- The only order on which a device may authenticate the payer, and who named it.
  add column order_id           text,
  add column order_named_by     text check (order_named_by in ('DEVICE', 'MERCHANT')),
  add check ((order_id is null) = (order_named_by is null));

-- Payer authentications that a payer's device has begun by the id of a session. They are no transactions of the merchant:
-- they open no order, hold none, and are in no total, search, report or notification. A payment that names one is judged by
-- it. Gone with the session.
create table device_authentications (
  merchant_id         text not null,
  order_id            text not null,
  transaction_id      text not null,
  session_hash        bytea not null,
  -- Who named the order to the session: what the merchant named comes first.
  order_named_by      text not null check (order_named_by in ('DEVICE', 'MERCHANT')),
  redirect_token      text not null,
  reference           text not null,
  currency            text not null,
  amount              bigint not null,
  request_key_id      text not null,
  request_hash        bytea not null,
  account_key_id      text not null,
  account_hash        bytea not null,
  request             json not null,
  answer              json not null,
  journey             json not null,
  revision            integer not null default 1,
  created_at          timestamptz not null,
  updated_at          timestamptz not null,
  expires_at          timestamptz not null,
  primary key (merchant_id, order_id, transaction_id, session_hash)
);

create index device_authentications_by_session on device_authentications (merchant_id, session_hash);
create index device_authentications_by_token on device_authentications (redirect_token);
create index device_authentications_by_expiry on device_authentications (expires_at);
