-- The life of a key: INTRODUCED (every process gets to know it; hashes are written under it beside the current one),
-- CURRENT, RETIRING (processes that have not noticed yet may still use it; hashes are still written under it), RETIRED
-- (only what already names it is opened and compared with it). Its row is deleted when nothing names it any more.
alter table vault_keys
  add column state text not null default 'CURRENT' check (state in ('INTRODUCED', 'CURRENT', 'RETIRING', 'RETIRED')),
  add column state_since timestamptz not null default now(),
  -- What it has sealed is to be sealed anew under the current key. Not set when it only has been used often enough.
  add column is_to_be_emptied boolean not null default false,
  -- When a pass last came upon something that names it.
  add column named_at timestamptz;

update vault_keys k set state = 'RETIRING'
where exists (
  select from vault_keys newer
  where newer.purpose = k.purpose and (newer.created_at, newer.key_id) > (k.created_at, k.key_id));

alter table vault_keys alter column state drop default;

create unique index vault_keys_current on vault_keys (purpose) where state = 'CURRENT';
create unique index vault_keys_introduced on vault_keys (purpose) where state = 'INTRODUCED';

-- A walk through everything that may name keys of a kind, page by page along the primary keys. One row for each kind of
-- work; it says how far the walk under way has come, or how the last one went.
create table vault_passes (
  work      text not null,
  began_at  timestamptz not null,
  -- Where it is: the place, and the primary key of the last row that it has done there.
  place     integer not null default 0,
  after     text[],
  walked    bigint not null default 0,
  changed   bigint not null default 0,
  -- What could not be opened and was left as it is.
  failed    bigint not null default 0,
  worked_at timestamptz not null,
  ended_at  timestamptz,
  primary key (work)
);
