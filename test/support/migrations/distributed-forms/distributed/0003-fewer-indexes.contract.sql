-- On a distributed database each index is dropped by a statement of its own.
drop index if exists orders_by_label;
drop index if exists tokens_by_home;
