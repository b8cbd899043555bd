-- Acquirer links: the operator's connections to acquirers, which merchants share.

-- Of the operator, whose id is empty. Links and their revisions are a part of the operator's access rights seal.
create table links (
  merchant_id text not null default '',
  link_id     text not null,
  adapter     text not null,
  -- Shown as transaction.acquirer.id.
  acquirer_id text not null,
  is_enabled  boolean not null default true,
  -- The current one of its revisions.
  revision    integer not null,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  primary key (merchant_id, link_id),
  check (revision >= 1)
);

-- Transactions remember the revision they used; its identity settings never change.
create table link_revisions (
  merchant_id    text not null default '',
  link_id        text not null,
  revision       integer not null,
  -- Without secrets.
  settings       jsonb not null,
  -- All secrets of the revision as one sealed JSON object.
  secrets_key_id text,
  secrets_sealed bytea,
  -- Rises with each change of tuning settings or secrets.
  change         integer not null default 1,
  created_at     timestamptz not null default now(),
  primary key (merchant_id, link_id, revision),
  check (revision >= 1),
  check ((secrets_key_id is null) = (secrets_sealed is null))
);

-- A seal over the acquirer links alone, copied to every node of a distributed database like the links: a gateway that starts while the
-- operator's seal cannot be read verifies them by it. Written by gateways.
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

-- How often the acquirer of a link gave each response, by hour. Processes add what they have counted.
create table link_responses (
  merchant_id text not null default '',
  link_id     text not null,
  hour        timestamptz not null,
  -- The acquirer's own code; empty where it gave none.
  code        text not null,
  -- The gateway code, NO_ANSWER or NOT_SENT.
  outcome     text not null,
  count       bigint not null,
  primary key (merchant_id, link_id, hour, code, outcome)
);

-- Where cards were issued, by the first digits of their numbers: the operator's table, for conditions of routes.
create table card_ranges (
  -- Empty: the operator's, for all merchants.
  merchant_id text not null default '',
  prefix      text not null check (prefix ~ '^[0-9]{1,8}$'),
  country     text not null,
  primary key (merchant_id, prefix)
);

-- Trace numbers of ISO 8583 links: a ring of 1,000 blocks of 1,000 numbers for each link. A process leases a block and uses its
-- numbers from memory. The ring is in parts of 50 blocks, one row each, which are on different nodes of a distributed database.
create table iso8583_trace_parts (
  part         text not null,
  link_id      text not null,
  -- Where the search for a free block begins.
  next_block   integer not null default 0,
  -- By block of the part: until when the lease of its last holder ran. Its numbers are not used after that.
  leased_until timestamptz[] not null default array_fill('-infinity'::timestamptz, array[50]),
  -- Under which blocks of the ring something was open, and when that was read: while a node is down, what is open there cannot be read.
  held_blocks  integer[],
  held_at      timestamptz,
  primary key (part, link_id)
);

-- The state of message authentication between a link and its host, for each key that the operator has set: the key that the host has
-- sent since, still under the key-encrypting key that both share, and what protects it against a message that is sent again. A keyed hash
-- of the gateway covers the row, as the rows that give access rights. Copied to every node.
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

create trigger iso8583_mac_keys_rise before update on iso8583_mac_keys
  for each row when (new.revision < old.revision or new.merchant_id <> old.merchant_id or new.link_id <> old.link_id
    or new.configured <> old.configured)
  execute function refuse_older_revision();

-- Messages that were exchanged with acquirers, described field by field and masked, for people who look into a payment. They
-- are written by a job after the payment, kept for some days, and nothing depends on them. In partitions by month (0008).
create table exchanged_messages (
  merchant_id    text not null,
  order_id       text not null,
  transaction_id text not null,
  exchange_id    uuid not null,
  link_id        text not null,
  revision       integer not null,
  sent_at        timestamptz(3) not null,
  took_ms        integer not null,
  -- Title, and label and value of each field.
  sent           json not null,
  received       json,
  -- Why there is no response.
  problem        text,
  primary key (merchant_id, order_id, exchange_id, sent_at)
) partition by range (sent_at);

create table exchanged_messages_rest partition of exchanged_messages default;
