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
