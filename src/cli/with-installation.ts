// Opens the gateway's database for one command, and leaves everything as it was.
import {
  type Administration,
  composeAdministration,
  composeOperations,
  type Installation,
  type Operations,
  openInstallation,
  releaseInstallation,
} from '../compose/index.ts'
import { type Config, loadConfig } from '../platform/config/config.ts'
import { lockForCommand } from '../platform/system/data-folder.ts'
import { openLog } from '../platform/telemetry/log.ts'
import type { CommandContext } from './command.ts'
import { assertDatabaseReachable, prepareSchema } from './prepare-schema.ts'
import { StartFailure } from './start-failure.ts'

/** A database that may not have its schema yet. */
export function withInstallation<T>(
  { env }: CommandContext,
  work: (installation: Installation, config: Config) => Promise<T>,
): Promise<T> {
  return withConfig(loadConfig(env), work)
}

/** The same, for a caller that has read the settings. */
export async function withConfig<T>(
  config: Config,
  work: (installation: Installation, config: Config) => Promise<T>,
): Promise<T> {
  // One command at a time uses the embedded server: none stops it while another uses it.
  const turn = config.databaseUrl ? undefined : await lockForCommand(config.dataDir)
  try {
    const installation = await openInstallation(config, openLog({ level: 'silent' }), { isCommand: true })
    const free = holdSignals(installation)
    try {
      await assertDatabaseReachable(config, installation)
      return await work(installation, config)
    } catch (error) {
      throw explainLostDatabase(error)
    } finally {
      await releaseInstallation(config, installation)
      free()
    }
  } finally {
    turn?.release()
  }
}

/** A database with its schema, and what the operator's commands need. */
export function withAdministration<T>(
  context: CommandContext,
  work: (administration: Administration, config: Config, installation: Installation) => Promise<T>,
): Promise<T> {
  return withInstallation(context, async (installation, config) => {
    await prepareSchema(config, installation)
    const administration = await composeAdministration(config, installation)
    try {
      return await work(administration, config, installation)
    } finally {
      // It gives back its reservations, for which it needs the database.
      await administration.vault.close()
    }
  })
}

/** The same with what is needed for operations on an order: acquirers and their books. */
export function withOperations<T>(
  context: CommandContext,
  work: (
    operations: Operations & Pick<Administration, 'merchants' | 'tokenRepositories'>,
    config: Config,
  ) => Promise<T>,
): Promise<T> {
  return withAdministration(context, async (administration, config, installation) => {
    const { merchants, tokenRepositories } = administration
    const operations = await composeOperations(config, installation, administration)
    try {
      return await work({ merchants, tokenRepositories, ...operations }, config)
    } finally {
      await operations.close()
    }
  })
}

/** A command is short; a signal meanwhile waits for its end, or the server it has started would be left behind. */
function holdSignals({ embedded }: Installation): () => void {
  if (!embedded || embedded.adopted) return () => {}
  const wait = () => {}
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.on(signal, wait)
  return () => {
    for (const signal of signals) process.off(signal, wait)
  }
}

/** The gateway whose server is used may stop at any moment, and its server with it. */
function explainLostDatabase(error: unknown): unknown {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  const isLost = /^(57P0|08|ECONN|EPIPE)/.test(code) || message.startsWith('Connection terminated')
  if (!isLost) return error
  return new StartFailure(
    `The database stopped during the command (${message || code}); check what was done, and try again.`,
  )
}
