-- Agreements between merchants and payers to a series of payments. The first payment that succeeds under an id lays down the
-- terms, which later payments need not repeat.
create table payment_agreements (
  merchant_id    text not null,
  agreement_id   text not null,
  -- Of the order; the amounts among the terms are in it.
  currency       text not null,
  terms          json not null,
  established_at timestamptz not null,
  -- The acquirer allows no further payment of the series.
  cancelled_at   timestamptz,
  primary key (merchant_id, agreement_id)
);
