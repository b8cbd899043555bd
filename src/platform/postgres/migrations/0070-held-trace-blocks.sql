-- Under which blocks of trace numbers something was open when a block was leased last: while a node of a distributed database is down,
-- what is open there cannot be read.
alter table iso8583_traces add column held_blocks integer[];
alter table iso8583_traces add column held_at timestamptz;
