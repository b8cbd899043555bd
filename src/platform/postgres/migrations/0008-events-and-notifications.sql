-- Events and their readers: positions in each merchant's feed, notifications with their attempts, and the months of both
-- notifications and exchanged messages.

-- What has happened and has no position yet: one row for each event, written in the event's own commit.
create table outbox (
  merchant_id   text not null,
  -- An order and the event's number on it; or a token of a repository and the event's number on that.
  subject       text not null check (subject in ('ORDER', 'TOKEN')),
  name          text not null,
  repository_id text not null default '',
  number        integer not null,
  -- When the row was written, not when its commit began: who waits longest is served first.
  written_at    timestamptz not null default clock_timestamp(),
  primary key (merchant_id, subject, repository_id, name, number)
)
-- Rows come and go by the thousand; waiting for a share of the table to be dead would be waiting too long.
with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

-- One row for each merchant; whoever gives its events positions has it locked meanwhile.
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

-- Whether a merchant wants notifications, where, and the secrets by which it recognizes the gateway.
create table webhook_settings (
  merchant_id     text primary key,
  is_enabled      boolean not null,
  url             text,
  accepts_any_2xx boolean not null default false,
  -- Both secrets in one sealed value: the one that is sent, and the one that signs.
  secrets_key_id  text not null,
  secrets_sealed  bytea not null,
  previous_key_id text,
  previous_sealed bytea,
  previous_until  timestamptz,
  updated_at      timestamptz not null,
  check ((previous_key_id is null) = (previous_sealed is null)),
  check ((previous_key_id is null) = (previous_until is null))
);

-- A URL that notifications go to, by its hash, which is short however long the URL is. Its deliveries are claimed together.
create table webhooks (
  merchant_id  text not null,
  url_hash  text not null,
  url          text not null,
  -- When there is work for it, as far as whoever worked for it last or wrote for it since knows.
  due_at       timestamptz,
  lease_owner  text,
  lease_until  timestamptz,
  -- It asked for a pause until then.
  paused_until timestamptz,
  -- It has responded that it is gone for good.
  disabled_at  timestamptz,
  disabled_why text,
  primary key (merchant_id, url_hash)
);

create index webhooks_due on webhooks (due_at, merchant_id) where due_at is not null;

-- Notifications, in partitions by month.
create table deliveries (
  merchant_id      text not null,
  notification_id  text not null,
  url_hash      text not null,
  order_id         text not null,
  transaction_id   text not null,
  -- The number of the event on its order.
  event_number     integer not null,
  api_version      integer not null,
  body             text not null,
  state            text not null check (state in ('PENDING', 'DELIVERED', 'PARKED')),
  attempts         integer not null default 0,
  -- How many of them were made before it was replayed, the last time.
  attempts_before  integer not null default 0,
  next_at          timestamptz,
  -- Of whole milliseconds, with which a row is found again.
  created_at       timestamptz(3) not null,
  ended_at         timestamptz,
  -- Sealed together with its URL: whether it may carry the merchant's secret there.
  may_carry_secret boolean,
  seal_key_id      text,
  seal_mac         bytea,
  -- It goes to the URL of the merchant's settings, and follows it when that is changed; false for the URL of its order.
  follows_setting  boolean,
  primary key (merchant_id, notification_id, created_at),
  check ((state = 'PENDING') = (next_at is not null)),
  check ((seal_key_id is null) = (seal_mac is null)),
  check ((seal_key_id is null) = (may_carry_secret is null))
) partition by range (created_at);

create index deliveries_due on deliveries (merchant_id, url_hash, next_at, event_number) where next_at is not null;
create index deliveries_of_order on deliveries (merchant_id, order_id, event_number);
create index deliveries_by_time on deliveries (merchant_id, created_at, notification_id);
create index deliveries_parked on deliveries (merchant_id) where state = 'PARKED';

create table deliveries_rest partition of deliveries default;

create table delivery_attempts (
  merchant_id     text not null,
  notification_id text not null,
  attempt         integer not null,
  -- Of the notification: its attempts are in the same month.
  created_at      timestamptz(3) not null,
  at              timestamptz not null,
  -- The status of the response, or a code for what failed.
  status          integer,
  problem         text,
  excerpt         text,
  took_ms         integer not null,
  primary key (merchant_id, notification_id, attempt, created_at)
) partition by range (created_at);

create table delivery_attempts_rest partition of delivery_attempts default;

-- Messages exchanged with acquirers, and notifications with their attempts, are in partitions by month (UTC): retention drops a month
-- as a whole, which leaves no dead rows. What has no month of its own is in the partition "rest". The gateway's role owns no table.
-- These two functions are all that it may do to months; database-roles.sql grants them.

-- Creates the partition of a month, unless it exists, and moves what "rest" has of that month.
create function create_month_partition(kept_table text, month date) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  time_column text := case kept_table when 'exchanged_messages' then 'sent_at' when 'deliveries' then 'created_at'
    when 'delivery_attempts' then 'created_at' end;
  partition_name text := kept_table || to_char(month, '_YYYY_MM');
  rest text := kept_table || '_rest';
  month_start timestamptz := month::timestamp at time zone 'UTC';
  month_end timestamptz := (month + interval '1 month') at time zone 'UTC';
  is_in_rest boolean;
begin
  if time_column is null then
    raise exception '% is no table by months', kept_table;
  end if;
  if month is distinct from date_trunc('month', month)::date then
    raise exception '% is not the first of a month', month;
  end if;
  if to_regclass(partition_name) is not null then
    return;
  end if;
  execute format('select exists (select 1 from %I where %I >= %L and %I < %L)', rest, time_column, month_start, time_column,
    month_end) into is_in_rest;
  if is_in_rest then
    execute format('alter table %I detach partition %I', kept_table, rest);
  end if;
  execute format('create table %I partition of %I for values from (%L) to (%L)', partition_name, kept_table, month_start,
    month_end);
  if is_in_rest then
    execute format('insert into %I select * from %I where %I >= %L and %I < %L', kept_table, rest, time_column, month_start,
      time_column, month_end);
    execute format('delete from %I where %I >= %L and %I < %L', rest, time_column, month_start, time_column, month_end);
    execute format('select exists (select 1 from %I)', rest) into is_in_rest;
    if not is_in_rest then
      execute format('truncate %I', rest);
    end if;
    execute format('alter table %I attach partition %I default', kept_table, rest);
  end if;
end
$$;

-- Drops a month that is over. Notifications that were not delivered, or only since ended_before, go to "rest" with their attempts.
create function drop_month_partition(kept_table text, month date, ended_before timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  suffix text := to_char(month, '_YYYY_MM');
begin
  if kept_table not in ('exchanged_messages', 'deliveries') then
    raise exception '% is no table by months', kept_table;
  end if;
  if (month + interval '1 month') at time zone 'UTC' > ended_before then
    raise exception '% is not over before %', month, ended_before;
  end if;
  if kept_table = 'exchanged_messages' then
    execute format('drop table if exists %I', 'exchanged_messages' || suffix);
    return;
  end if;
  if to_regclass('deliveries' || suffix) is not null then
    execute format('alter table deliveries detach partition %I', 'deliveries' || suffix);
    execute format($carry$insert into deliveries select * from %I where state <> 'DELIVERED' or ended_at >= %L$carry$,
      'deliveries' || suffix, ended_before);
  end if;
  if to_regclass('delivery_attempts' || suffix) is not null then
    execute format('alter table delivery_attempts detach partition %I', 'delivery_attempts' || suffix);
    execute format($carry$insert into delivery_attempts select a.* from %I a where exists (
      select 1 from deliveries d where d.merchant_id = a.merchant_id and d.notification_id = a.notification_id)$carry$,
      'delivery_attempts' || suffix);
  end if;
  execute format('drop table if exists %I', 'deliveries' || suffix);
  execute format('drop table if exists %I', 'delivery_attempts' || suffix);
end
$$;

revoke execute on function create_month_partition(text, date) from public;
revoke execute on function drop_month_partition(text, date, timestamptz) from public;

-- This month and the two after it; retention creates those to come.
do $$
declare
  month date;
  kept_table text;
begin
  for month in
    select generate_series(date_trunc('month', now() at time zone 'UTC'),
      date_trunc('month', now() at time zone 'UTC') + interval '2 months', interval '1 month')::date
  loop
    foreach kept_table in array array['exchanged_messages', 'deliveries', 'delivery_attempts'] loop
      perform create_month_partition(kept_table, month);
    end loop;
  end loop;
end
$$;
