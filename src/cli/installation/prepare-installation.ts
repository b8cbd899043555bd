// The steps of a start before the gateway itself: the database, its tables, keys and seed data. Opens and closes them.
import { type Administration, composeAdministration, type Installation, openInstallation } from '../../compose/index.ts'
import {
  cardHostMerchant,
  sandboxMerchants,
  sandboxPassword,
  seedSandbox,
  seedSandboxWallets,
} from '../../installation/index.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Connection as DatabaseServer } from '../../platform/postgres/embedded/index.ts'
import type { Log } from '../../platform/telemetry/log.ts'
import { prepareSchema } from '../prepare-schema.ts'
import { hasCardHost } from './card-host.ts'
import type { StartSteps } from './start-steps.ts'

interface StartContext {
  readonly log: Log
  readonly steps: StartSteps
}

/** The database that is named, or the embedded one. */
export function openDatabase(
  config: Config,
  { log, steps }: StartContext,
  onServerStarted?: (server: DatabaseServer) => void,
): Promise<Installation> {
  const { signal, note } = steps
  const options = { isSupervised: true, signal, onServerLine: note, onServerStarted }
  const open = () => openInstallation(config, log, options)
  return config.databaseUrl
    ? steps.run(open, 'Connecting to the database')
    : steps.runToEnd(open, 'Starting PostgreSQL')
}

export function prepareTables(config: Config, installation: Installation, { steps }: StartContext): Promise<void> {
  // All of them apply to a new database; which they are is of interest when one takes long on a full one.
  const onApplying = (name: string, isNew: boolean) => {
    if (!isNew) steps.note(`applying ${name}`)
  }
  return steps.run(() => prepareSchema(config, installation, { onApplying }), 'Updating the tables')
}

export function readKeysAndAccessRights(
  config: Config,
  installation: Installation,
  { log, steps }: StartContext,
): Promise<Administration> {
  return steps.run(() => composeAdministration(config, installation, log), 'Reading keys and access rights')
}

/** An interrupted start may have left a statement behind, which ends with the embedded server or when it likes. */
export async function closeConnections(installation: Installation | undefined, steps: StartSteps): Promise<void> {
  const closed = installation?.close()
  if (!steps.isInterrupted) await closed
  else closed?.catch(() => undefined)
}

/** The one whose credentials the sandbox shows. */
const walletMerchantId = 'TESTMERCHANT'

export async function seedInstallation(
  config: Config,
  administration: Administration,
  steps: StartSteps,
): Promise<string | undefined> {
  if (config.mode !== 'sandbox') return undefined
  const password = await sandboxPassword(config, administration.identifiers.apiPassword)
  const merchants = hasCardHost(config) ? [...sandboxMerchants, cardHostMerchant] : sandboxMerchants
  const seed = async () => {
    const created = await seedSandbox(administration, password, merchants)
    if (created.includes(walletMerchantId)) await seedSandboxWallets(administration, walletMerchantId)
  }
  await steps.run(seed, 'Creating test merchants and users')
  return password
}
