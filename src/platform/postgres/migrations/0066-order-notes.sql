-- What users write about an order for their colleagues. Never changed.
create table order_notes (
  merchant_id text not null,
  order_id    text not null,
  -- Chosen by the page, so that a repeated request adds one note.
  note_id     text not null,
  written_at  timestamptz not null,
  written_by  text not null,
  text        text not null check (length(text) between 1 and 2000),
  primary key (merchant_id, order_id, note_id)
);
