-- Rights are protected against write access to the database: one keyed hash for each owner over all rows that give rights.

-- Of a merchant, or of the operator (empty). The revision rises with every change and is in the owner's audit, too.
create table rights_seals (
  merchant_id text not null,
  revision    bigint not null,
  -- For each part of the owner's rights: the hash of its rows.
  digests     jsonb not null,
  key_id      text not null,
  mac         bytea not null,
  updated_at  timestamptz not null default now(),
  primary key (merchant_id)
);

create index audit_rights_revisions on audit (merchant_id, ((subject ->> 'revision')::bigint))
  where action = 'RIGHTS_SEALED';

-- A key that is sealed together with the statement that rights are protected. Changing the column alone makes the key useless.
alter table vault_keys add column is_rights_protected boolean not null default false;

-- A login belongs to its person and has its times; under the key of the token's hash.
alter table logins add column mac bytea;

-- An older revision cannot replace a newer one.
create function refuse_older_revision() returns trigger language plpgsql as $$
begin
  raise exception 'the revision of rights only rises' using errcode = 'integrity_constraint_violation';
end
$$;
create trigger rights_seals_rise before update on rights_seals
  for each row when (new.revision < old.revision or new.merchant_id <> old.merchant_id)
  execute function refuse_older_revision();

-- An audit log entry stays as it was written; its position and hashes are filled in once.
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'an audit log entry cannot be changed' using errcode = 'integrity_constraint_violation';
end
$$;
create trigger audit_stays before update on audit
  for each row when (
    old.position is not null or old.prev_hash is not null or old.hash is not null
    or (old.merchant_id, old.audit_id, old.at, old.actor, old.action, old.subject)
      is distinct from (new.merchant_id, new.audit_id, new.at, new.actor, new.action, new.subject))
  execute function refuse_audit_change();
