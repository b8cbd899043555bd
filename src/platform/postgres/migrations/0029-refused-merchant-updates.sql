-- The merchant's own last update was refused: nothing that a payer sends makes the session usable again.
alter table sessions add column is_merchant_update_refused boolean not null default false;
