-- How many values may have been sealed under a data key. Processes reserve in blocks before they seal, so this is never
-- less than the truth; it stays 0 for the keys of hashes.
alter table vault_keys
  add column seals_reserved bigint not null default 0 check (seals_reserved >= 0);
