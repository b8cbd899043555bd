-- Gives the gateway a role that can add to what has happened and neither change nor delete it.
--
-- Run by the role that owns the tables (the one that runs "tollgate migrate"), in the gateway's database, once and again
-- after every upgrade. It may be run as often as you like, also while gateways run. See database-roles.md.

do $$
begin
  if not exists (select from pg_roles where rolname = 'tollgate_gateway') then
    create role tollgate_gateway nologin;
  end if;
end
$$;

revoke create on schema public from public;
grant usage on schema public to tollgate_gateway;

-- Most tables hold what stands now: it is changed, and deleted when its time has come.
grant select, insert, update, delete on all tables in schema public to tollgate_gateway;
grant usage on all sequences in schema public to tollgate_gateway;
-- The same for tables of the next upgrade, so that nothing stands still between it and the next run of this file.
alter default privileges in schema public grant select, insert, update, delete on tables to tollgate_gateway;
alter default privileges in schema public grant usage on sequences to tollgate_gateway;

-- What has happened: added, and then left alone.
revoke update, delete on events, token_events, feed_entries, closed_batches, retired_token_names from tollgate_gateway;

-- The audit: added, and chained afterwards. The end of a chain moves on and never goes.
revoke update, delete on audit from tollgate_gateway;
grant update (position, prev_hash, hash) on audit to tollgate_gateway;
revoke delete on audit_heads from tollgate_gateway;

-- Orders and merchants move and stay.
revoke delete on orders, transactions, merchants, merchant_certificates, token_repositories from tollgate_gateway;

-- The schema is for the owner to change.
revoke insert, update, delete on schema_migrations from tollgate_gateway;
