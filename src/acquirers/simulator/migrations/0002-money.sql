-- Money in the books of the simulated acquirer: amounts, what a request was about, settlement batches, reversals. What is
-- reserved, captured or left on a gift card is never stored: it is the sum of what stands.

-- A reversal may come before its request. Such a row has no kind until the request arrives, and then refuses it.
alter table simulated_acquirer.book
  alter column kind drop not null,
  alter column currency drop not null,
  -- The masked number of whatever account it was; a later request has none.
  alter column card drop not null,
  alter column fate drop not null,
  add column instrument_kind     text,
  -- A keyed hash, so that payments of one gift card are found without keeping its number.
  add column gift_card           text,
  add column is_approved         boolean not null default false,
  add column approved_minor      bigint,
  -- Everything else it was told, secrets masked, so that tests can prove what did and did not reach the acquirer.
  add column details             jsonb,
  add column original_reference  text,
  add column validation_code     text,
  add column is_authorized_first boolean,
  -- The settlement batch of what moved money; of a void, the batch of what it undid.
  add column batch               integer,
  add column reversed_at         timestamptz,
  add column reversals_asked     integer not null default 0;

update simulated_acquirer.book
set kind = 'VERIFY', instrument_kind = 'CARD', is_approved = fate ->> 'gatewayCode' like 'APPROVED%';

create index book_by_original on simulated_acquirer.book (acquirer_merchant_id, original_reference)
  where original_reference is not null;
create index book_by_batch on simulated_acquirer.book (acquirer_merchant_id, batch) where batch is not null;
create index book_by_gift_card on simulated_acquirer.book (gift_card) where gift_card is not null;

-- What was approved and neither reversed nor voided. A void that was itself reversed voids nothing.
create view simulated_acquirer.standing as
select b.acquirer_merchant_id, b.reference, b.kind, b.currency, b.approved_minor, b.original_reference, b.batch,
       b.gift_card, b.written_at
from simulated_acquirer.book b
where b.is_approved and b.reversed_at is null and not exists (
  select from simulated_acquirer.book v
  where v.acquirer_merchant_id = b.acquirer_merchant_id and v.original_reference = b.reference
    and v.kind = 'VOID' and v.is_approved and v.reversed_at is null);

create table simulated_acquirer.batch (
  acquirer_merchant_id text not null,
  number               integer not null,
  opened_at            timestamptz not null default now(),
  closed_at            timestamptz,
  primary key (acquirer_merchant_id, number)
);
create unique index batch_open on simulated_acquirer.batch (acquirer_merchant_id) where closed_at is null;

-- Trace numbers are taken by the thousand, so that a payment needs no statement of its own for one.
alter sequence simulated_acquirer.stan minvalue 0 increment by 1000;

create table simulated_acquirer.gift_card_key (key text not null);
insert into simulated_acquirer.gift_card_key values (gen_random_uuid() || '/' || gen_random_uuid());
