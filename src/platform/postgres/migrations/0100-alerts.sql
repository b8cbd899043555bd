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
