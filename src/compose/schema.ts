// The schema of the gateway and, in the sandbox, of those who play the outside world: what is there, and what is missing.

import { acquirerAdapters } from '../acquirers/index.ts'
import { providerAdapters } from '../browser-payments/providers/index.ts'
import { accessControlSchema } from '../payer-authentication/simulator/index.ts'
import { distributeNewTables } from '../platform/postgres/cluster/distribute.ts'
import type { Database } from '../platform/postgres/database.ts'
import {
  gatewaySchema,
  hasFormerSchema,
  isWantedWhen,
  MigrationFailure,
  type MigrationTrack,
  migrateTracks,
  missingMigrations,
} from '../platform/postgres/migrate.ts'
import { refuseOldServer } from '../platform/postgres/server-version.ts'
import { accountUpdaterSchema } from '../tokens/account-updater/simulator/index.ts'
import { tokenServiceSchema } from '../tokens/token-service/simulator/index.ts'
import { walletSimulatorSchema } from '../wallets/simulator/index.ts'

interface MigrationTarget {
  readonly database: Database
  /** Where the simulated outside world keeps its books: the same database, or another. */
  readonly simulator: Database
  readonly isSandbox: boolean
}

const adapters = [...acquirerAdapters, ...providerAdapters]

/** In the gateway's database: its own tables, and those of adapters that connect to real acquirers and providers. */
const gatewaySchemas: readonly MigrationTrack[] = [
  gatewaySchema,
  ...adapters.flatMap(({ isSimulator = false, migrations }) => (!isSimulator && migrations) || []),
]

/** The books of those who play the outside world. */
const simulatedSchemas: readonly MigrationTrack[] = [
  ...adapters.flatMap(({ isSimulator = false, migrations }) => (isSimulator && migrations) || []),
  tokenServiceSchema,
  accountUpdaterSchema,
  accessControlSchema,
  walletSimulatorSchema,
]

export function schemasOf({ isSandbox }: Pick<MigrationTarget, 'isSandbox'>): readonly MigrationTrack[] {
  return isSandbox ? [...gatewaySchemas, ...simulatedSchemas] : gatewaySchemas
}

export interface MigrationRequest {
  readonly isContracting?: boolean
  /** Called before each migration. */
  readonly onApplying?: Parameters<typeof migrateTracks>[3]
}

/**
 * Applies missing migrations; returns their names. Those that end what the previous release needs are applied to a sandbox, to a
 * new database, and when `isContracting` says that no process of that release is left.
 */
export async function migrateInstallation(
  { database, simulator, isSandbox }: MigrationTarget,
  { isContracting = isSandbox, onApplying }: MigrationRequest = {},
): Promise<readonly string[]> {
  await refuseOldServer(database)
  await refuseFormerSchema(database)
  const isWanted = isWantedWhen({ isContracting })
  const applied = [...(await migrateTracks(database, gatewaySchemas, isWanted, onApplying))]
  if (isSandbox) applied.push(...(await migrateTracks(simulator, simulatedSchemas, undefined, onApplying)))
  await distributeNewTables(database)
  return applied
}

/** A schema of before release 1.0. `dataFolder` is named where the database is the embedded one. */
export async function refuseFormerSchema(database: Database, dataFolder?: string): Promise<void> {
  if (!(await hasFormerSchema(database, gatewaySchema))) return
  throw new MigrationFailure(
    dataFolder === undefined
      ? 'The database has the schema of a release before 1.0.0, which cannot be migrated; use an empty database.'
      : `The data folder ${dataFolder} was made by a release before 1.0.0, which cannot be migrated; delete it or move it away, and start again.`,
  )
}

/** Names of migrations that this release needs and the database does not have. */
export async function pendingMigrations({ database }: Pick<MigrationTarget, 'database'>): Promise<readonly string[]> {
  const missing = await Promise.all(gatewaySchemas.map((schema) => missingMigrations(database, schema)))
  return missing.flat()
}
