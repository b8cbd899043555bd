-- An answer is kept once, in the event that brought it; the transaction names that event. While the constraint below is there,
-- the transaction has a copy, which is all that the previous release reads; 0045 ends that.
alter table transactions
  -- From the attempt on, as the number that its event is going to have: the outcome then changes nothing at the end of the row.
  add column answer_number integer,
  add constraint transactions_answered check (case when gateway_code is null then answer is null
    else answer is not null or answer_number is not null end) not valid;

-- Each row is written again once its outcome is known. With room beside it, only what changed goes into the log.
alter table transactions set (fillfactor = 45);
