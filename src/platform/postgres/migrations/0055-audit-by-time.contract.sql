-- Only the previous release takes them in the order of their numbers.
drop index if exists audit_unchained;
