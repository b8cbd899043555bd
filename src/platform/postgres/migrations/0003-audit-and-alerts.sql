-- The audit log, and what operators and merchants are alerted to.

-- Who did what that may be asked about later. Entries are added and never changed or deleted. A job chains each owner's
-- entries so that a missing one is noticed: it gives them position and hashes after their commits, once, since numbers
-- taken inside commits would become visible out of order.
create table audit (
  merchant_id text not null,
  audit_id    bigint not null generated always as identity,
  at          timestamptz not null,
  actor       text not null,
  action      text not null,
  -- Identifiers and masked values only.
  subject     jsonb not null,
  prev_hash   bytea,
  hash        bytea,
  position    bigint,
  primary key (merchant_id, audit_id)
);

create unique index audit_by_position on audit (merchant_id, position);
-- Entries wait for their positions in the order of their times. Their numbers are no order on a distributed database, where each
-- node gives numbers of a range of its own.
create index audit_waiting on audit (merchant_id, at, audit_id) where position is null;
-- Which merchants' chains were begun.
create index audit_begun on audit (merchant_id, (subject ->> 'merchantId')) where action = 'AUDIT_BEGUN';
create index audit_by_time on audit (merchant_id, at, audit_id);
create index audit_access_rights_revisions on audit (merchant_id, ((subject ->> 'revision')::bigint))
  where action = 'ACCESS_RIGHTS_SEALED';

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'an audit log entry cannot be changed' using errcode = 'integrity_constraint_violation';
end
$$;

create trigger audit_stays before update on audit
  for each row when (
    old.position is not null or old.prev_hash is not null or old.hash is not null
    or (old.merchant_id, old.audit_id, old.at, old.actor, old.action, old.subject)
      is distinct from (new.merchant_id, new.audit_id, new.at, new.actor, new.action, new.subject))
  execute function refuse_audit_change();

-- The end of each chain. The keyed hash is made with a key that is not in the database in clear: whoever can write to the
-- database alone can make no head.
create table audit_heads (
  merchant_id text not null,
  -- How many entries are chained; the positions are 1 to this.
  position    bigint not null,
  -- Of the last of them.
  hash        bytea not null,
  key_id      text not null,
  mac         bytea not null,
  updated_at  timestamptz not null default now(),
  primary key (merchant_id)
);

-- Audit log entries that the operator's users are alerted to, written in the commit of the entry. The content is the entry's.
create table alerts (
  merchant_id   text not null,
  audit_id      bigint not null,
  at            timestamptz not null,
  is_weakening  boolean not null,
  is_in_summary boolean not null,
  -- When e-mails about it were queued; null while a job has to do it.
  queued_at     timestamptz,
  primary key (merchant_id, audit_id)
);

create index alerts_by_time on alerts (at, merchant_id, audit_id);
create index alerts_to_queue on alerts (at) where queued_at is null;

-- The daily summaries, of the operator alone: one for each period, so that no two processes write one.
create table alert_summaries (
  merchant_id text not null,
  until_at    timestamptz not null,
  from_at     timestamptz not null,
  -- How many alerts, by action.
  counts      jsonb not null,
  primary key (merchant_id, until_at)
);

-- E-mails to users of merchants and of the operator about what waits for people: which of it each audience has been told about.
create table attention_items (
  merchant_id text not null,
  audience    text not null check (audience in ('MERCHANT', 'OPERATOR')),
  subject     text not null check (subject in ('MONEY_AT_RISK', 'PARKED_NOTIFICATIONS', 'OVERDUE_DISPUTES')),
  item        text collate "C" not null,
  told_at     timestamptz not null,
  primary key (merchant_id, audience, subject, item)
);

create index attention_items_by_time on attention_items (told_at);

-- The settings that protect the gateway, as it was last started with; of secrets keyed hashes. Of the operator alone.
create table started_controls (
  merchant_id    text not null,
  control_values jsonb not null,
  secrets        jsonb not null,
  -- Of the hashes.
  key_id         text not null,
  updated_at     timestamptz not null default now(),
  primary key (merchant_id)
);
