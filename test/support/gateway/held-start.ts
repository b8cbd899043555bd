// A gateway that is kept in the middle of its start.
import pg from 'pg'
import { until } from '../checks/poll.ts'
import { databaseUrl, testEnvironment } from './database.ts'
import type { GatewayProcess, Owner, ProcessSite } from './process.ts'

export interface HeldStart {
  readonly gateway: GatewayProcess
  /** Lets it go on. */
  release(): Promise<void>
}

/** Starts a gateway that waits for the table of migrations until it is released. An empty database is given that table. */
export async function startHeld(
  owner: Owner,
  site: ProcessSite,
  database: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<HeldStart> {
  const client = new pg.Client(databaseUrl(database))
  await client.connect()
  owner.after(() => client.end())
  await client.query('create table if not exists schema_migrations (track text, name text, checksum text)')
  await client.query('begin')
  await client.query('lock table schema_migrations')
  const gateway = site.spawn(testEnvironment(database, { TOLLGATE_DATA_DIR: site.dataDir, ...settings }))
  const isWaiting = async () =>
    (await client.query(`select from pg_locks where relation = 'schema_migrations'::regclass and not granted`))
      .rowCount === 1
  await until(isWaiting, 'it waits for the table of migrations')
  return {
    gateway,
    async release() {
      await client.query('rollback')
    },
  }
}
