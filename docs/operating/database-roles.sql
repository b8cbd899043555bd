-- Gives the gateway a role that can add events and audit log entries but not change or delete them.
--
-- Run it as the role that owns the tables (the one that runs "tollgate migrate"), in the gateway's database, once and
-- after every upgrade. It can be run at any time, also while gateways run. See database-roles.md.

do $$
begin
  if not exists (select from pg_roles where rolname = 'tollgate_gateway') then
    create role tollgate_gateway nologin;
  end if;
end
$$;

revoke create on schema public from public;
grant usage on schema public to tollgate_gateway;

-- Most tables hold the current state, which is changed and deleted.
grant select, insert, update, delete on all tables in schema public to tollgate_gateway;
grant usage on all sequences in schema public to tollgate_gateway;
-- The same for tables of the next upgrade, so that they can be used before the next run of this file.
alter default privileges in schema public grant select, insert, update, delete on tables to tollgate_gateway;
alter default privileges in schema public grant usage on sequences to tollgate_gateway;

-- Months of exchanged messages and notifications are created and dropped by functions of the owner, which do nothing else.
grant execute on function create_month_partition(text, date), drop_month_partition(text, date, timestamptz) to tollgate_gateway;

-- Events, closed batches, notes on orders and answers to disputes are added and never changed.
revoke update, delete on events, token_events, feed_entries, closed_batches, retired_token_names, order_notes,
  dispute_answers from tollgate_gateway;

-- The audit log: entries are added, and chained afterwards. The end of a chain changes and is never deleted.
revoke update, delete on audit from tollgate_gateway;
grant update (position, prev_hash, hash) on audit to tollgate_gateway;
revoke delete on audit_heads from tollgate_gateway;

-- Rows that give access rights are added and changed by the console, only in the columns that it needs; their owner cannot be changed.
-- Seals are added, and their revision increases.
revoke update on merchants, merchant_passwords, merchant_certificates, reporting_passwords, users, console_sessions, known_browsers,
  credential_requests, webhook_settings, links, link_revisions, link_seals, iso8583_mac_keys, wallet_keys, wallet_pages,
  access_rights_seals from tollgate_gateway;
grant update (profile, updated_at) on merchants to tollgate_gateway;
grant update (key_id, hash, created_at, created_by, last_used_at) on merchant_passwords to tollgate_gateway;
grant update (revoked_at, last_used_at) on merchant_certificates to tollgate_gateway;
grant update (key_id, hash, created_at) on reporting_passwords to tollgate_gateway;
grant update (name, permissions, is_enabled, password_hash, former_password_hashes, must_change_password, factor_key_id,
  factor_sealed, is_factor_in_use, factor_last_step, recovery_codes, email, email_confirmed_at, failed_sign_ins, locked_until, is_lock_noted,
  last_sign_in_at)
  on users to tollgate_gateway;
grant update (token_hash, token_key_id, seen_at, second_factor_at, mac) on console_sessions to tollgate_gateway;
grant update (token_hash, token_key_id, signed_in_at, expires_at) on known_browsers to tollgate_gateway;
grant update (is_enabled, url, accepts_any_2xx, secrets_key_id, secrets_sealed, previous_key_id, previous_sealed,
  previous_until, updated_at) on webhook_settings to tollgate_gateway;
grant update (acquirer_id, is_enabled, revision, updated_at) on links to tollgate_gateway;
grant update (settings, secrets_key_id, secrets_sealed, change) on link_revisions to tollgate_gateway;
grant update (secrets_key_id, secrets_sealed) on credential_requests to tollgate_gateway;
grant update (secret_key_id, secret_sealed, certificate, expires_at, used_since) on wallet_keys to tollgate_gateway;
grant update (secret_key_id, secret_sealed) on wallet_pages to tollgate_gateway;
grant update (revision, digests, key_id, mac, updated_at) on access_rights_seals to tollgate_gateway;
grant update (revision, digest, key_id, mac, updated_at) on link_seals to tollgate_gateway;
grant update (revision, wrapped_key, check_value, replaced_key, former_keys, last_sent_ms, last_received_ms, key_id, mac,
  changed_at) on iso8583_mac_keys to tollgate_gateway;
revoke delete on access_rights_seals, link_seals, iso8583_mac_keys, links, link_revisions from tollgate_gateway;

-- Orders and merchants are changed and never deleted.
revoke delete on orders, transactions, merchants, merchant_certificates, token_repositories from tollgate_gateway;

-- Only the owner changes the schema.
revoke insert, update, delete on schema_migrations from tollgate_gateway;

-- Reads that may be seconds old, from standbys (TOLLGATE_REPLICA_URL), where that role was created: it may write nothing, and
-- sees no key, credential, token or session.
do $$
begin
  if exists (select from pg_roles where rolname = 'tollgate_reader') then
    grant usage on schema public to tollgate_reader;
    grant select on replica_heartbeats, projections, projected_orders, projected_transactions, projected_events, figures_volumes,
      figures_declines, figures_latencies, events, orders, transactions, deliveries to tollgate_reader;
  end if;
end
$$;
