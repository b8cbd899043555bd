drop index if exists orders_by_label, tokens_by_home;
