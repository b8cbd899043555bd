-- Keyed hashes of the codes that replace a user's second factor once each. The key is the secret of the factor itself.
alter table people add column recovery_codes bytea[] not null default '{}';
