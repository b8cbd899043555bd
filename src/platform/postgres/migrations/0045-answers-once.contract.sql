-- No process of the previous release is left: transactions need no copy of their answers any more.
alter table transactions drop constraint if exists transactions_check1;
