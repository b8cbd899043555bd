-- The wallet key that payment pages use. Before, it was the newest one from its creation on; a key that the wallet does not know
-- yet must not be used.

-- Null while pages do not use the key; payloads for it are accepted all the same.
alter table wallet_keys add column used_since timestamptz;

update wallet_keys k set used_since = created_at
where not exists (
  select 1 from wallet_keys n where n.merchant_id = k.merchant_id and n.wallet = k.wallet
    and (n.created_at > k.created_at or (n.created_at = k.created_at and n.public_key_hash < k.public_key_hash))
);

create unique index wallet_keys_in_use on wallet_keys (merchant_id, wallet) where used_since is not null;
