-- Encrypted device payments: the merchants' keys for what wallets encrypt, and which payloads have been used.

-- A part of the merchant's rights seal.
create table wallet_keys (
  merchant_id     text not null,
  wallet          text not null check (wallet in ('APPLE_PAY', 'GOOGLE_PAY')),
  -- SHA-256 of the public key, in hexadecimal.
  public_key_hash text not null,
  -- The merchant's name at the wallet: Apple's merchant identifier, Google's merchant id.
  identifier      text not null,
  secret_key_id   text not null,
  secret_sealed   bytea not null,
  created_at      timestamptz not null default now(),
  primary key (merchant_id, wallet, public_key_hash)
);

-- A payload is used once. Remembered until the wallet's own time limit refuses it.
create table wallet_payloads (
  merchant_id  text not null,
  -- Of the id that the wallet gave it, keyed with the merchant's wallet key.
  payload_hash bytea not null,
  -- The transaction or token that it was used for.
  used_for     text not null,
  expires_at   timestamptz not null,
  primary key (merchant_id, payload_hash)
);

create index wallet_payloads_by_expiry on wallet_payloads (expires_at);
