-- A queued notification is sealed together with its URL, and says whether it may carry the merchant's secret there. Null:
-- queued by an earlier release; it then carries the secret only to the URL of the merchant's settings.
alter table deliveries
  add column may_carry_secret boolean,
  add column seal_key_id      text,
  add column seal_mac         bytea,
  add check ((seal_key_id is null) = (seal_mac is null)),
  add check ((seal_key_id is null) = (may_carry_secret is null));
