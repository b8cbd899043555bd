-- Who alone may do something at the moment, in place of advisory locks. Already there where the migrations were applied by this
-- release, which works under such a lease.
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
