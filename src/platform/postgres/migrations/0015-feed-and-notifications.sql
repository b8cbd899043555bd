-- Events find their readers: positions in each merchant's feed, and notifications with what became of them.

-- What has happened and has no position yet: one row for each event, written in the event's own commit.
create table outbox (
  merchant_id text not null,
  -- An order and the event's number on it; or a token of a repository and the event's number on that.
  subject     text not null check (subject in ('ORDER', 'TOKEN')),
  name        text not null,
  repository_id text not null default '',
  number      integer not null,
  -- When the row was written, not when its commit began: who waits longest is served first.
  written_at  timestamptz not null default clock_timestamp(),
  primary key (merchant_id, subject, repository_id, name, number)
);

-- Rows come and go by the thousand; waiting for a share of the table to be dead would be waiting too long.
alter table outbox set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

-- What happened before there was a feed is in it, too.
insert into outbox (merchant_id, subject, name, number, written_at)
select merchant_id, 'ORDER', order_id, number, at from events;

-- One row for each merchant; whoever stamps its events holds it locked meanwhile.
create table feeds (
  merchant_id   text primary key,
  last_position bigint not null default 0
);

create table feed_entries (
  merchant_id   text not null,
  position      bigint not null,
  subject       text not null check (subject in ('ORDER', 'TOKEN')),
  name          text not null,
  repository_id text not null default '',
  number        integer not null,
  stamped_at    timestamptz not null,
  primary key (merchant_id, position)
);

-- What happened to tokens. Like the events of orders, never updated, never deleted.
create table token_events (
  repository_id text not null,
  token         text not null,
  number        integer not null,
  event_id      uuid not null default gen_random_uuid(),
  kind          text not null check (kind in ('CREATED', 'UPDATED', 'STATUS', 'DELETED')),
  at            timestamptz not null,
  -- The token as it was then, without anything sealed.
  shown         json not null,
  primary key (repository_id, token, number)
);

-- From a token repository to the merchants that have it, whose feeds tell of its tokens.
create index merchants_by_token_repository on merchants ((profile ->> 'tokenRepositoryId'));

-- Whether a merchant wants notifications, where, and the secrets it knows us by.
create table notification_settings (
  merchant_id             text primary key,
  is_enabled              boolean not null,
  url                     text,
  accepts_any_2xx         boolean not null default false,
  -- Both secrets in one sealed value: the one that is sent, and the one that signs.
  secrets_key_id          text not null,
  secrets_sealed          bytea not null,
  previous_key_id         text,
  previous_sealed         bytea,
  previous_until          timestamptz,
  updated_at              timestamptz not null,
  check ((previous_key_id is null) = (previous_sealed is null)),
  check ((previous_key_id is null) = (previous_until is null))
);

-- A place that notifications go to. Its work is claimed as a whole.
create table notification_receivers (
  merchant_id    text not null,
  receiver_id    text not null,
  url            text not null,
  -- When there is work for it, as far as whoever worked for it last or wrote for it since knows.
  due_at         timestamptz,
  lease_owner    text,
  lease_until    timestamptz,
  -- It asked to be left in peace until then.
  paused_until   timestamptz,
  -- It is gone, and said so.
  disabled_at    timestamptz,
  disabled_why   text,
  primary key (merchant_id, receiver_id)
);

create index notification_receivers_due on notification_receivers (due_at, merchant_id) where due_at is not null;

create table deliveries (
  merchant_id     text not null,
  notification_id text not null,
  receiver_id     text not null,
  order_id        text not null,
  transaction_id  text not null,
  -- The order's event that it tells of.
  event_number    integer not null,
  api_version     integer not null,
  body            text not null,
  state           text not null check (state in ('PENDING', 'DELIVERED', 'PARKED')),
  attempts        integer not null default 0,
  -- How many of them were made before it was replayed, the last time.
  attempts_before integer not null default 0,
  next_at         timestamptz,
  created_at      timestamptz not null,
  ended_at        timestamptz,
  primary key (merchant_id, notification_id),
  check ((state = 'PENDING') = (next_at is not null))
);

create index deliveries_due on deliveries (merchant_id, receiver_id, next_at, event_number) where next_at is not null;
create index deliveries_of_order on deliveries (merchant_id, order_id, event_number);
create index deliveries_by_time on deliveries (merchant_id, created_at, notification_id);
create index deliveries_parked on deliveries (merchant_id) where state = 'PARKED';

create table delivery_attempts (
  merchant_id     text not null,
  notification_id text not null,
  attempt         integer not null,
  at              timestamptz not null,
  -- The answer's status, or a word for what went wrong.
  status          integer,
  problem         text,
  excerpt         text,
  took_ms         integer not null,
  primary key (merchant_id, notification_id, attempt)
);
