-- Security codes of sessions are in an unlogged table, which is empty after a crash and on a promoted standby. A session knows
-- in which epoch each of its codes was stored; the current epoch of a merchant is lost together with the codes, so that a code
-- of another epoch is known to be lost, while one that is missing in the current epoch was used.
create unlogged table session_code_epochs (
  merchant_id text primary key,
  epoch       uuid not null
);

-- The epoch of each code by its path in the session's values. No part of a code.
alter table sessions add column code_epochs jsonb;
