-- What a user of the console has chosen for themselves: time zone, columns, saved views, keys. Gives no rights.
create table user_preferences (
  merchant_id text not null,
  login       text not null,
  preferences jsonb not null,
  primary key (merchant_id, login)
);
