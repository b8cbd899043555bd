-- One row for each process that reads from a standby. It raises its number on the primary before it reads there: the number that
-- the standby shows proves how much of this primary's history it has, also while nothing else is written.
create table replica_heartbeats (
  process_id uuid primary key,
  beat       bigint not null,
  written_at timestamptz not null
);
