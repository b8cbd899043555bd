-- Where cards were issued, by the first digits of their numbers: the operator's table, for conditions of routes.
create table card_ranges (
  -- Empty: the operator's, for all merchants.
  merchant_id text not null default '',
  prefix      text not null check (prefix ~ '^[0-9]{1,8}$'),
  country     text not null,
  primary key (merchant_id, prefix)
);
