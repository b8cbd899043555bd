-- How a merchant answered a dispute: it contests the claim, or leaves a note about it. What the bank says comes as a
-- chargeback on the order. Never changed.
create table dispute_answers (
  merchant_id text not null,
  order_id    text not null,
  case_number text not null,
  answered_at timestamptz not null,
  kind        text not null check (kind in ('CONTESTED', 'NOTE')),
  note        text not null,
  answered_by text not null,
  primary key (merchant_id, order_id, case_number, answered_at)
);
