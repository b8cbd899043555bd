-- The language and the time zone of the page that the payer used last: the receipt by e-mail has both.
alter table checkouts add column payer_view jsonb;
