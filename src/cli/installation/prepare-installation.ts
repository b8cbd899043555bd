// The steps of a start before the gateway itself: the database, its tables, keys and seed data. Opens and closes them.
import {
  type Administration,
  composeAdministration,
  type DatabaseServer,
  type Installation,
  type Log,
  openInstallation,
} from '../../compose/index.ts'
import type { Config } from '../../config/config.ts'
import { omitUndefined } from '../../domain/omit-undefined.ts'
import { cardHostMerchant } from '../../sandbox/card-host.ts'
import { sandboxMerchants } from '../../sandbox/merchants.ts'
import { sandboxPassword, seedSandbox } from '../../sandbox/seed.ts'
import { seedSandboxWallets } from '../../sandbox/wallets.ts'
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
  const options = { isSupervised: true, signal, onServerLine: note, ...omitUndefined({ onServerStarted }) }
  const open = () => openInstallation(config, log, options)
  return config.databaseUrl
    ? steps.run('Connecting to the database', open)
    : steps.runToEnd('Starting PostgreSQL', open)
}

export async function prepareDatabase(
  config: Config,
  installation: Installation,
  { log, steps }: StartContext,
): Promise<Administration> {
  // All of them apply to a new database; which they are is of interest when one takes long on a full one.
  const onApplying = (name: string, isNew: boolean) => {
    if (!isNew) steps.note(`applying ${name}`)
  }
  await steps.run('Updating the tables', () => prepareSchema(config, installation, { onApplying }))
  return steps.run('Reading keys and rights', () => composeAdministration(config, installation, log))
}

export async function closeInstallation(installation: Installation | undefined, steps: StartSteps): Promise<void> {
  const closed = installation?.close()
  // An interrupted start may have left a statement behind, which ends with the embedded server or when it likes.
  if (!steps.isInterrupted) await closed
  await installation?.embedded?.stop()
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
  await steps.run('Creating test merchants and users', async () => {
    const created = await seedSandbox(administration, password, merchants)
    if (created.includes(walletMerchantId)) await seedSandboxWallets(administration, walletMerchantId)
  })
  return password
}
