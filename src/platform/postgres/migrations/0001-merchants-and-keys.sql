-- Merchants, what they prove themselves by, and the keys under which hashes and seals are made.

create table merchants (
  merchant_id text not null,
  profile     jsonb not null,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  primary key (merchant_id)
);

-- At most two at once, so that a new password can be rolled out before the old one is revoked.
create table merchant_passwords (
  merchant_id text not null,
  slot        smallint not null check (slot in (1, 2)),
  key_id      text not null,
  hash        bytea not null,
  created_at  timestamptz not null default now(),
  primary key (merchant_id, slot)
);

create table merchant_certificates (
  merchant_id text not null,
  fingerprint text not null check (fingerprint ~ '^[0-9a-f]{64}$'),
  subject     text not null,
  not_before  timestamptz not null,
  not_after   timestamptz not null,
  revoked_at  timestamptz,
  created_at  timestamptz not null default now(),
  primary key (merchant_id, fingerprint)
);

-- Key material rests sealed under the key-encryption key, which is never in the database.
create table vault_keys (
  key_id     text not null,
  purpose    text not null,
  sealed     bytea not null,
  created_at timestamptz not null default now(),
  primary key (key_id)
);
