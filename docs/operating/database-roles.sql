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

-- What gives rights is added and changed by the console, in the columns that it changes; nothing moves to another owner. The
-- seals over it are added and rise.
revoke update on merchants, merchant_passwords, merchant_certificates, reporting_passwords, people, logins, known_browsers,
  credential_requests, notification_settings, links, link_revisions, wallet_keys, rights_seals from tollgate_gateway;
grant update (profile, updated_at) on merchants to tollgate_gateway;
grant update (key_id, hash, created_at, created_by, last_used_at) on merchant_passwords to tollgate_gateway;
grant update (revoked_at, last_used_at) on merchant_certificates to tollgate_gateway;
grant update (key_id, hash, created_at) on reporting_passwords to tollgate_gateway;
grant update (name, rights, is_enabled, password_hash, former_password_hashes, must_change_password, factor_key_id,
  factor_sealed, is_factor_in_use, factor_last_step, failed_sign_ins, locked_until, is_lock_noted, last_sign_in_at)
  on people to tollgate_gateway;
grant update (token_hash, token_key_id, seen_at, second_factor_at, mac) on logins to tollgate_gateway;
grant update (token_hash, token_key_id, signed_in_at, expires_at) on known_browsers to tollgate_gateway;
grant update (is_enabled, url, accepts_any_2xx, secrets_key_id, secrets_sealed, previous_key_id, previous_sealed,
  previous_until, updated_at) on notification_settings to tollgate_gateway;
grant update (acquirer_id, is_enabled, revision, updated_at) on links to tollgate_gateway;
grant update (settings, secrets_key_id, secrets_sealed, change) on link_revisions to tollgate_gateway;
grant update (secret_key_id, secret_sealed) on wallet_keys to tollgate_gateway;
grant update (revision, digests, key_id, mac, updated_at) on rights_seals to tollgate_gateway;
revoke delete on rights_seals, links, link_revisions from tollgate_gateway;

-- Orders and merchants move and stay.
revoke delete on orders, transactions, merchants, merchant_certificates, token_repositories from tollgate_gateway;

-- The schema is for the owner to change.
revoke insert, update, delete on schema_migrations from tollgate_gateway;
