-- What opens a merchant's reports, and nothing else. At most two at once, as with API passwords.
create table reporting_passwords (
  merchant_id text not null,
  slot        smallint not null check (slot in (1, 2)),
  key_id      text not null,
  hash        bytea not null,
  created_at  timestamptz not null default now(),
  primary key (merchant_id, slot)
);
