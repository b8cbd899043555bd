-- What all processes share, and the keys under which values are sealed and hashed.

-- Who alone may do something at the moment, in place of advisory locks. Already there: "tollgate migrate" works under such a lease.
create table if not exists leases (
  name       text not null,
  -- Of a lease that lasts longer than a unit of work.
  holder     uuid,
  taken_at   timestamptz not null default now(),
  expires_at timestamptz not null default '-infinity',
  primary key (name)
);

-- Those for one unit of work are there from the beginning: a row that is being inserted would be waited for.
insert into leases (name) values ('migrations'), ('keys'), ('key-rotation') on conflict do nothing;

-- What each process has counted for velocity and rate limits, so that the others can add it to their own. Written about
-- twice a second, beside the money path and never in a commit of it. Unlogged: after a crash of the database the processes
-- still have their own counts.
create unlogged table shared_counts (
  -- Empty for what belongs to no merchant.
  merchant_id text not null,
  kind        text not null,
  -- An address, first digits, or a keyed hash of an account number.
  value       text not null,
  process_id  uuid not null,
  totals      jsonb not null,
  updated_at  timestamptz not null,
  expires_at  timestamptz not null,
  primary key (merchant_id, kind, value, process_id)
);

create index shared_counts_by_update on shared_counts (updated_at);
create index shared_counts_by_expiry on shared_counts (expires_at);

-- One small row for each process, written now and then while there are no payments: only a write shows whether a payment
-- could be recorded. Logged, so that a full disk is noticed here, too.
create table write_canaries (
  process_id uuid primary key,
  written_at timestamptz not null
);

-- One row for each process that reads from a standby. It raises its number on the primary before it reads there: the number that
-- the standby shows proves how much of this primary's history it has, also while nothing else is written.
create table replica_heartbeats (
  process_id uuid primary key,
  beat       bigint not null,
  written_at timestamptz not null
);

-- Keys, sealed under the key-encryption key, which is never in the database. The life of a key: INTRODUCED (every process
-- gets to know it; hashes are written under it beside the current one), CURRENT, RETIRING (processes that have not noticed
-- yet may still use it; hashes are still written under it), RETIRED (only what already names it is opened and compared
-- with it). Its row is deleted when nothing names it any more.
create table vault_keys (
  key_id              text not null,
  purpose             text not null,
  sealed              bytea not null,
  created_at          timestamptz not null default now(),
  -- How many values may have been sealed under it. Processes reserve in blocks before they seal, so this is never less than
  -- the truth; it stays 0 for the keys of hashes.
  seals_reserved      bigint not null default 0 check (seals_reserved >= 0),
  state               text not null check (state in ('INTRODUCED', 'CURRENT', 'RETIRING', 'RETIRED')),
  state_since         timestamptz not null default now(),
  -- What it has sealed is to be sealed again under the current key. Not set when it only has been used often enough.
  is_to_be_emptied    boolean not null default false,
  -- When a pass last found something that names it.
  named_at            timestamptz,
  -- It is sealed together with the statement that access rights are protected. Changing the column alone makes the key useless.
  is_protecting_access_rights boolean not null default false,
  primary key (key_id)
);

create unique index vault_keys_current on vault_keys (purpose) where state = 'CURRENT';
create unique index vault_keys_introduced on vault_keys (purpose) where state = 'INTRODUCED';

-- Encryptions that processes have reserved on a data key while the count of vault_keys, which is on every node of a
-- distributed database, could not be raised.
create table vault_key_seals (
  part           text not null,
  key_id         text not null,
  seals_reserved bigint not null,
  primary key (part, key_id)
);

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
