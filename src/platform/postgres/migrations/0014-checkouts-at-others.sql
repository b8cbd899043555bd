-- Attempts of a page whose payer is away: on a provider's site, or before the issuer's access-control server.

alter table checkouts
  drop constraint checkouts_state_check,
  drop constraint checkouts_check,
  drop constraint checkouts_check1,
  add constraint checkouts_state_check
    check (state in ('OPEN', 'AUTHENTICATING', 'PAYING', 'DONE', 'FAILED')),
  add constraint checkouts_since_check
    check ((state in ('AUTHENTICATING', 'PAYING')) = (paying_since is not null)),
  add constraint checkouts_transaction_check
    check (state not in ('AUTHENTICATING', 'PAYING') or transaction_id is not null),
  -- The provider of the last attempt, or of the one under way.
  add column provider     text check (provider in ('PROVIDER_A', 'PROVIDER_B', 'PROVIDER_C')),
  -- Ends the address that the last provider sends the payer back to. It is no credential, and not the session's id.
  add column return_token text;

-- Such an address names neither merchant nor session.
create index checkouts_by_return_token on checkouts (return_token) where return_token is not null;
