// Checks, before any work, that the database exists and has the schema that this release needs.
import {
  type Installation,
  type MigrationRequest,
  migrateInstallation,
  pendingMigrations,
  refuseFormerSchema,
} from '../compose/index.ts'
import type { Config } from '../platform/config/config.ts'
import { findLostSettings, refuseOldServer } from '../platform/postgres/server-version.ts'
import { StartFailure } from './start-failure.ts'

export async function prepareSchema(
  config: Config,
  installation: Installation,
  request: Pick<MigrationRequest, 'onApplying'> = {},
): Promise<void> {
  await assertDatabaseReachable(config, installation)
  await refuseOldServer(installation.database)
  await refuseLostSettings(installation)
  await refuseUnusableSchema(config, installation)
  if (config.mode === 'sandbox') {
    await migrateInstallation(installation, request).catch((error: Error & { code?: string }) => {
      const reason = error.code === undefined ? undefined : reasons[error.code]
      throw reason ? new StartFailure(`The database cannot be prepared: ${reason} (${error.message}).`) : error
    })
    return
  }
  // In production the gateway's own role may not change the schema; the operator does, when old processes allow it.
  const pending = await pendingMigrations(installation)
  if (pending.length > 0)
    throw new StartFailure(
      `The database is missing ${pending.length} migrations (first: ${pending[0]}); run "tollgate migrate".`,
    )
}

/** Before anything is changed, in production and in a sandbox alike. */
export async function refuseUnusableSchema(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  { database }: Pick<Installation, 'database'>,
): Promise<void> {
  await refuseFormerSchema(database, databaseUrl === undefined ? dataDir : undefined)
}

async function refuseLostSettings({ database }: Installation): Promise<void> {
  const lost = await findLostSettings(database)
  if (lost.length > 0)
    throw new StartFailure(
      `The database does not have the settings of this connection (${lost.join(', ')}), because a connection pooler drops them; let DATABASE_URL name the server itself (docs/operating/pgbouncer.md).`,
    )
}

/** PostgreSQL's error codes for problems that are not caused by the statement. */
const reasons: Readonly<Record<string, string>> = {
  '53100': 'its disk is full; free some space',
  '42501': 'its user may not create tables; grant the permission, or run "tollgate migrate" as a user who has it',
}

/** Queried before anything else: a failure here is a connection problem and not a wrong statement. */
export async function assertDatabaseReachable(config: Config, { database, simulator }: Installation): Promise<void> {
  await database.query('select 1').catch((error: Error & { code?: string }) => {
    const remedy = config.databaseUrl
      ? 'check that it is running, or correct DATABASE_URL'
      : `see its log in ${config.dataDir}`
    throw new StartFailure(`The database cannot be reached (${error.message || error.code}); ${remedy}.`)
  })
  if (config.simulatorDatabaseUrl === undefined) return
  await simulator.query('select 1').catch((error: Error & { code?: string }) => {
    const reason = error.message || error.code
    throw new StartFailure(
      `The simulated acquirer's database cannot be reached (${reason}); check that it is running, or correct TOLLGATE_SIMULATOR_DATABASE_URL.`,
    )
  })
}
