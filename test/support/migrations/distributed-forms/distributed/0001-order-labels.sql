-- On a distributed database a constraint is added by a statement of its own.
alter table orders add column label text;

alter table orders add constraint orders_label_check check (label <> '');

create index orders_by_label on orders (merchant_id, label) where label is not null;
