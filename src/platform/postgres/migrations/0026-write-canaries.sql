-- One small row for each process, written now and then while there are no payments: whether one could be recorded is known
-- only by writing. Logged, unlike what else comes and goes: a full disk must be noticed here, too.
create table write_canaries (
  process_id uuid primary key,
  written_at timestamptz not null
);
