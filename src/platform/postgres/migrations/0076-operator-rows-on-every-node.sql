-- What payments of all merchants need of the operator's rows must not be on one node of a distributed database alone: while that node is
-- down, no merchant could pay. Until migration 0077 the rows of the previous release count.

-- The cards that the operator suspects, copied to every node.
create table risk_operator_cards (
  merchant_id    text not null default '' check (merchant_id = ''),
  account_key_id text not null,
  account_hash   bytea not null,
  list           text not null check (list = 'SUSPECT'),
  masked_number  text not null,
  note           text,
  added_at       timestamptz not null default now(),
  primary key (merchant_id, account_key_id, account_hash)
);

-- The message authentication key that the host of a link has sent, as in iso8583_keys, copied to every node.
create table iso8583_link_keys (
  merchant_id text not null default '',
  link_id     text not null,
  configured  text not null,
  wrapped_key text not null,
  check_value text not null,
  changed_at  timestamptz not null default now(),
  primary key (merchant_id, link_id)
);

-- The ring of trace numbers of a link in parts of 50 blocks, which are on different nodes: one row for each part.
create table iso8583_trace_parts (
  part         text not null,
  link_id      text not null,
  -- Where the search for a free block begins.
  next_block   integer not null default 0,
  -- By block of the part: until when the lease of its last holder ran. Its numbers are not used after that.
  leased_until timestamptz[] not null default array_fill('-infinity'::timestamptz, array[50]),
  -- Under which blocks of the ring something was open, and when that was read.
  held_blocks  integer[],
  held_at      timestamptz,
  primary key (part, link_id)
);

-- Encryptions that processes have reserved on a data key while the count of vault_keys, which is on every node, could not be raised.
create table vault_key_seals (
  part           text not null,
  key_id         text not null,
  seals_reserved bigint not null,
  primary key (part, key_id)
);

-- A seal over the acquirer links alone, copied to every node like the links: a gateway that starts while the operator's seal cannot be read
-- verifies them by it. Written by gateways.
create table link_seals (
  merchant_id text not null default '',
  revision    bigint not null,
  digest      text not null,
  key_id      text not null,
  mac         bytea not null,
  updated_at  timestamptz not null default now(),
  primary key (merchant_id)
);
create trigger link_seals_rise before update on link_seals
  for each row when (new.revision < old.revision or new.merchant_id <> old.merchant_id)
  execute function refuse_older_revision();
