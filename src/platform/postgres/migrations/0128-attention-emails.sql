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

alter table user_emails drop constraint user_emails_kind_check;
alter table user_emails add constraint user_emails_kind_check
  check (kind in ('CODE', 'ADDRESS_CHANGED', 'ALERT', 'SUMMARY', 'ATTENTION'));
