-- On a distributed database a constraint is added by a statement of its own.
alter table transactions add column answer_number integer;

alter table transactions add constraint transactions_answered check (case when gateway_code is null then answer is null
  else answer is not null or answer_number is not null end) not valid;

alter table transactions set (fillfactor = 45);
