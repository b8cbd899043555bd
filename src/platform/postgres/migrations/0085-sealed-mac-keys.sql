-- The state of message authentication between a link and its host, for each key that the operator has set: the key that the host has
-- sent since, still under the key-encrypting key that both share, and what protects it against a message that is sent again. A keyed hash
-- of the gateway covers the row, as the rows that give rights. Copied to every node. Takes the place of iso8583_keys and iso8583_link_keys,
-- which no process of this release reads.
create table iso8583_mac_keys (
  merchant_id      text not null default '',
  link_id          text not null,
  -- The check value of the key in the link's settings.
  configured       text not null,
  revision         bigint not null default 0,
  -- Empty while the key of the settings is in use.
  wrapped_key      text not null,
  check_value      text not null,
  -- The key before it; empty for that of the settings.
  replaced_key     text not null default '',
  -- Keyed hashes of keys that were in use, the oldest first.
  former_keys      text[] not null default '{}',
  -- The transmission time of the last key change or sign-off, and when it arrived, in milliseconds.
  last_sent_ms     bigint,
  last_received_ms bigint,
  key_id           text,
  mac              bytea,
  changed_at       timestamptz not null default now(),
  primary key (merchant_id, link_id, configured)
);

insert into iso8583_mac_keys (merchant_id, link_id, configured, wrapped_key, check_value, changed_at)
  select merchant_id, link_id, configured, wrapped_key, check_value, changed_at from iso8583_link_keys;
insert into iso8583_mac_keys as k (merchant_id, link_id, configured, wrapped_key, check_value, changed_at)
  select merchant_id, link_id, configured, wrapped_key, check_value, changed_at from iso8583_keys
  on conflict (merchant_id, link_id, configured) do update set wrapped_key = excluded.wrapped_key,
    check_value = excluded.check_value, changed_at = excluded.changed_at
  where k.changed_at < excluded.changed_at;

create trigger iso8583_mac_keys_rise before update on iso8583_mac_keys
  for each row when (new.revision < old.revision or new.merchant_id <> old.merchant_id or new.link_id <> old.link_id
    or new.configured <> old.configured)
  execute function refuse_older_revision();
