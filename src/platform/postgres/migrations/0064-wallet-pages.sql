-- Which wallets a merchant offers on hosted pages, and with what.

-- A part of the merchant's rights seal.
create table wallet_pages (
  merchant_id    text not null,
  wallet         text not null check (wallet in ('APPLE_PAY', 'GOOGLE_PAY')),
  -- Shown to the payer by the wallet.
  display_name   text not null,
  -- Where the payment is processed, in three letters.
  country        text not null,
  -- Apple Pay: the merchant identity certificate in PEM, until when it is valid, and its private key.
  certificate    text,
  expires_at     timestamptz,
  secret_key_id  text,
  secret_sealed  bytea,
  updated_at     timestamptz not null default now(),
  primary key (merchant_id, wallet)
);
