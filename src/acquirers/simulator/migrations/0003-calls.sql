-- How often a request was inquired about or reversed while the simulated acquirer was told to answer the first ones wrongly.
-- Apart from the books: also of requests that it has never heard of, and readable while the books are locked.
create table simulated_acquirer.call (
  acquirer_merchant_id text not null,
  reference            text not null,
  kind                 text not null check (kind in ('INQUIRY', 'REVERSAL')),
  times                integer not null,
  primary key (acquirer_merchant_id, reference, kind)
);
