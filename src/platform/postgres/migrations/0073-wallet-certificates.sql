-- Certificates that wallets issue for keys that the gateway has made.

-- Apple Pay: the payment processing certificate of the key in PEM, and until when it is valid. Nothing is decided by it: it is shown.
alter table wallet_keys add column certificate text;
alter table wallet_keys add column expires_at timestamptz;

-- Private keys whose certificate has been requested and is not there yet. Settings name a key only with its certificate.
create table wallet_certificate_requests (
  merchant_id    text not null,
  wallet         text not null check (wallet in ('APPLE_PAY', 'GOOGLE_PAY')),
  secret_key_id  text not null,
  secret_sealed  bytea not null,
  created_at     timestamptz not null default now(),
  primary key (merchant_id, wallet)
);
