-- A second user also decides about changes of a merchant's profile, of acquirer links, and of who may approve.
alter table credential_requests drop constraint credential_requests_kind_check;
alter table credential_requests add constraint credential_requests_kind_check
  check (kind in ('PASSWORD', 'CERTIFICATE', 'UNMASK', 'PROFILE', 'LINK', 'PERMISSIONS'));

-- All secrets of the revision of a link that is requested, as one sealed JSON object.
alter table credential_requests add column secrets_key_id text;
alter table credential_requests add column secrets_sealed bytea;
alter table credential_requests add constraint credential_requests_secrets_check
  check ((secrets_key_id is null) = (secrets_sealed is null));
