-- On a distributed database a constraint is added by a statement of its own.
alter table found_transactions
  add column review_facts text,
  add column dispute_state text,
  add column respond_by text collate "C";

alter table found_transactions add constraint found_transactions_dispute_state_check
  check (dispute_state in ('INFORMATION_REQUESTED', 'PENDING', 'WON', 'LOST'));

alter table found_orders
  add column disputed_minor bigint not null default 0,
  add column is_in_review boolean not null default false;

create index found_orders_in_review on found_orders (merchant_id, generation, created_at, order_id) where is_in_review;

create table found_disputes (
  merchant_id    text not null,
  generation     integer not null,
  order_id       text collate "C" not null,
  case_number    text collate "C" not null,
  state          text not null check (state in ('INFORMATION_REQUESTED', 'PENDING', 'WON', 'LOST')),
  currency       text not null,
  amount_minor   bigint not null,
  respond_by     text collate "C",
  opened_at      timestamptz not null,
  changed_at     timestamptz not null,
  transaction_id text not null,
  primary key (merchant_id, generation, order_id, case_number)
);

create index found_disputes_open
  on found_disputes (merchant_id, generation, (coalesce(respond_by, '9999-12-31')), order_id, case_number)
  where state in ('INFORMATION_REQUESTED', 'PENDING');
create index found_disputes_by_change on found_disputes (merchant_id, generation, changed_at, order_id, case_number);

update found_transactions
set dispute_state = case decision when 'ACCEPTED' then 'LOST' when 'REJECTED' then 'WON' else 'PENDING' end
where type = 'CHARGEBACK';

insert into found_disputes (merchant_id, generation, order_id, case_number, state, currency, amount_minor, opened_at,
  changed_at, transaction_id)
select distinct on (merchant_id, generation, order_id, coalesce(reference, '')) merchant_id, generation, order_id,
  coalesce(reference, ''), dispute_state, currency, amount_minor,
  min(time_of_record) over (partition by merchant_id, generation, order_id, coalesce(reference, '')), time_of_record,
  transaction_id
from found_transactions where type = 'CHARGEBACK' and result = 'SUCCESS'
order by merchant_id, generation, order_id, coalesce(reference, ''), place desc;

update found_orders o
set disputed_minor = d.amount_minor
from (
  select merchant_id, generation, order_id, sum(amount_minor) as amount_minor from found_disputes
  where state = 'PENDING' group by merchant_id, generation, order_id) d
where o.merchant_id = d.merchant_id and o.generation = d.generation and o.order_id = d.order_id;

update found_orders o set is_in_review = true
from found_transactions t
where t.merchant_id = o.merchant_id and t.generation = o.generation and t.order_id = o.order_id and t.review = 'RISK';
