-- A column with a constraint, and an index.
alter table orders
  add column label text,
  add constraint orders_label_check check (label <> '');

create index orders_by_label on orders (merchant_id, label) where label is not null;
