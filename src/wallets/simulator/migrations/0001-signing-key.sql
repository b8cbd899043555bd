-- What the simulated wallets derive their signing keys from: random for each database.
create schema simulated_wallets;
create table simulated_wallets.signing_key (key text not null);
insert into simulated_wallets.signing_key values (gen_random_uuid() || '/' || gen_random_uuid());
