// Leases: rows that say who alone may do something at the moment. An advisory lock would be known to one node only of a
// distributed database; a row is known to all. Within one unit of work the row's lock is enough; work of several commits
// takes the lease for a time, and each of its commits checks that it is still the holder.
import { randomUUID } from 'node:crypto'
import type { Database } from './database.ts'

type Client = Pick<Database, 'query'>

/** The table is created before the first migration, which is applied under one. */
export const leasesTable = `create table if not exists leases (
  name text not null, holder uuid, taken_at timestamptz not null default now(),
  expires_at timestamptz not null default '-infinity', primary key (name))`

/** Until the end of the unit of work; waits for the present holder. */
export async function holdLease(client: Client, name: string): Promise<void> {
  await ensureRow(client, name)
  await client.query('select from leases where name = $1 for update', [name])
}

/** The same without waiting; false while another unit of work holds it. */
export async function tryHoldLease(client: Client, name: string): Promise<boolean> {
  await ensureRow(client, name)
  const { rowCount } = await client.query('select from leases where name = $1 for update skip locked', [name])
  return rowCount === 1
}

/** Read before it is written: an insert would wait for the holder. */
async function ensureRow(client: Client, name: string): Promise<void> {
  const { rowCount } = await client.query('select from leases where name = $1', [name])
  if (rowCount === 0) await client.query('insert into leases (name) values ($1) on conflict do nothing', [name])
}

export interface Lease {
  /**
   * To be called in each unit of work under the lease: prolongs it, and keeps others from taking it before the commit.
   * Rejects with LeaseLost when another process has taken it.
   */
  confirm(client: Client): Promise<void>
}

export class LeaseLost extends Error {}

interface LeaseOptions {
  readonly name: string
  /** Longer than any of the units of work under it. After that without a confirmation, others may take it. */
  readonly durationMs: number
}

/** For work of several commits. LOCKED while another process holds the lease. */
export async function withLease<T>(
  database: Database,
  { name, durationMs }: LeaseOptions,
  work: (lease: Lease) => Promise<T>,
): Promise<T | 'LOCKED'> {
  const holder = randomUUID()
  // The times are among the values, because a distributed database evaluates functions only there.
  const { rowCount } = await database.query(
    `insert into leases (name, holder, taken_at, expires_at)
     values ($1, $2, clock_timestamp(), clock_timestamp() + $3::integer * interval '1 millisecond')
     on conflict (name) do update set holder = excluded.holder, taken_at = excluded.taken_at, expires_at = excluded.expires_at
     where leases.expires_at < excluded.taken_at`,
    [name, holder, durationMs],
  )
  if (rowCount === 0) return 'LOCKED'
  const confirm = async (client: Client) => {
    const confirmed = await client.query(
      `update leases set expires_at = now() + $3::integer * interval '1 millisecond' where name = $1 and holder = $2`,
      [name, holder, durationMs],
    )
    if (confirmed.rowCount === 0) throw new LeaseLost(`Another process has taken over: ${name}.`)
  }
  try {
    return await work({ confirm })
  } finally {
    // One that stays behind expires.
    await database.query('delete from leases where name = $1 and holder = $2', [name, holder]).catch(() => undefined)
  }
}
