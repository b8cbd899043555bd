-- The identity of a request on the wire, such as its trace number: made by the acquirer's adapter before the attempt is
-- recorded, and handed back to it with repeats and reversals.
alter table transactions add column wire_identity json;

-- Trace numbers of ISO 8583 links: a ring of blocks of 1,000, one row for each link. A process leases a block and uses its
-- numbers from memory.
create table iso8583_traces (
  merchant_id  text not null default '',
  link_id      text not null,
  -- Where the search for a free block begins.
  next_block   integer not null default 0,
  -- By block: until when the lease of its last holder ran. Its numbers are not used after that.
  leased_until timestamptz[] not null default array_fill('-infinity'::timestamptz, array[1000]),
  primary key (merchant_id, link_id)
);
-- It is written again with every lease.
alter table iso8583_traces alter column leased_until set storage external;

-- The message authentication key that the host of a link has sent, still under the key-encrypting key that both share.
create table iso8583_keys (
  merchant_id text not null default '',
  link_id     text not null,
  -- The check value of the key in the link's settings: with another one there, this row does not count.
  configured  text not null,
  wrapped_key text not null,
  check_value text not null,
  changed_at  timestamptz not null default now(),
  primary key (merchant_id, link_id)
);
