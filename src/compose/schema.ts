// The schema of the gateway and, in the sandbox, of those who play the outside world: what is there, and what is missing.
import { accountUpdaterSchema } from '../adapters/account-updater/simulator/index.ts'
import { simulatorSchema } from '../adapters/acquirers/simulator/index.ts'
import { accessControlSchema } from '../adapters/payer-authentication/simulator/index.ts'
import type { Database } from '../adapters/postgres/database.ts'
import { gatewaySchema, type MigrationTrack, migrate, missingMigrations } from '../adapters/postgres/migrate.ts'
import { simulatedProvidersSchema } from '../adapters/providers/simulator/index.ts'
import { tokenServiceSchema } from '../adapters/token-service/simulator/index.ts'

interface MigrationTarget {
  readonly database: Database
  /** Where the simulated outside world keeps its books: the same database, or another. */
  readonly simulator: Database
  readonly isSandbox: boolean
}

/** The books of those who play the outside world. */
const simulatedSchemas: readonly MigrationTrack[] = [
  simulatorSchema,
  tokenServiceSchema,
  accountUpdaterSchema,
  simulatedProvidersSchema,
  accessControlSchema,
]

export function schemasOf({ isSandbox }: Pick<MigrationTarget, 'isSandbox'>): readonly MigrationTrack[] {
  return isSandbox ? [gatewaySchema, ...simulatedSchemas] : [gatewaySchema]
}

/** Applies missing migrations; returns their names. */
export async function migrateInstallation({
  database,
  simulator,
  isSandbox,
}: MigrationTarget): Promise<readonly string[]> {
  const applied = [...(await migrate(database, gatewaySchema))]
  for (const schema of isSandbox ? simulatedSchemas : []) applied.push(...(await migrate(simulator, schema)))
  return applied
}

/** Names of migrations that this release needs and the database does not have. */
export function pendingMigrations({ database }: Pick<MigrationTarget, 'database'>): Promise<readonly string[]> {
  return missingMigrations(database, gatewaySchema)
}
