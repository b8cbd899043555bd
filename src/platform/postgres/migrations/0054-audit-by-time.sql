-- Entries wait for their positions in the order of their times. Their numbers are no order on a distributed database, where each
-- node gives numbers of a range of its own.
create index audit_waiting on audit (merchant_id, at, audit_id) where position is null;
