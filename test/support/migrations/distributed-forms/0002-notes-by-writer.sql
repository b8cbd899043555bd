-- A new table in place of another, filled from tables that are distributed already.
drop table order_notes;

create table order_notes (
  merchant_id text not null,
  order_id    text not null,
  note_id     text not null,
  written_at  timestamptz not null,
  written_by  text not null,
  text        text not null,
  primary key (merchant_id, order_id, note_id)
);

insert into order_notes (merchant_id, order_id, note_id, written_at, written_by, text)
select o.merchant_id, o.order_id, 'first', o.created_at, 'migration', o.currency from orders o;

update orders o set label = n.text from order_notes n
where n.merchant_id = o.merchant_id and n.order_id = o.order_id;
