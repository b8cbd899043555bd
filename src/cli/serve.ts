// Starts the gateway and, when asked to stop, stops it without losing anything that was acknowledged.
import {
  composeAdministration,
  composeGateway,
  type Gateway,
  holdDataFolder,
  type Installation,
  type Log,
  migrateInstallation,
  openDoors,
  openInstallation,
  openLog,
  pendingMigrations,
} from '../compose.ts'
import { type Config, loadConfig } from '../config.ts'
import { furnishSandbox, sandboxPassword } from '../sandbox/furnish.ts'
import { welcomeText } from '../sandbox/welcome.ts'
import { StartFailure } from './start-failure.ts'

type Doors = Awaited<ReturnType<typeof openDoors>>

/** Runs until a signal asks it to stop; resolves with the exit code. */
export async function serve(env: NodeJS.ProcessEnv): Promise<number> {
  const startedAtMs = performance.now()
  const config = loadConfig(env)
  const log = openLog({ level: config.logLevel })
  // Asked for before anything is started, so that a signal during a slow start is not lost.
  const stopAsked = signalled(['SIGTERM', 'SIGINT'])

  const held = await holdDataFolder(config.dataDir)
  let installation: Installation | undefined
  try {
    installation = await openInstallation(config, log)
    await prepareSchema(config, installation)
    const administration = await composeAdministration(config, installation)
    const gateway = await composeGateway(config, installation, administration, log)
    const doors = await openDoors(config, gateway, log)
    process.on('SIGHUP', () => void doors.reload())
    await held.announce(doors.httpsUrl)
    if (config.mode === 'sandbox') {
      const password = await sandboxPassword(config, administration.identifiers.apiPassword)
      await furnishSandbox(administration, password)
      const startedInSeconds = (performance.now() - startedAtMs) / 1000
      process.stdout.write(welcomeText({ ...doors, password, dataDir: config.dataDir, startedInSeconds }))
    }
    log.info({ https: doors.httpsUrl, mtls: doors.mtlsUrl, mode: config.mode }, 'ready')
    gateway.beReady()
    log.info({ signal: await stopAsked }, 'stopping')
    await stop(config, { gateway, doors, log })
    return 0
  } finally {
    await installation?.close()
    await installation?.embedded?.stop()
    await held.release()
  }
}

async function prepareSchema(config: Config, installation: Installation): Promise<void> {
  // Asked before anything else, so that whatever fails here is the way to the database and not a statement of ours.
  await installation.database.query('select 1').catch((error: Error & { code?: string }) => {
    const remedy = config.databaseUrl ? 'see to it, or mend DATABASE_URL' : `its log is in ${config.dataDir}`
    throw new StartFailure(`The database cannot be reached (${error.message || error.code}); ${remedy}.`)
  })
  if (config.mode === 'sandbox') {
    await migrateInstallation(installation)
    return
  }
  // In production the gateway's own role may not change the schema; the operator does, when old processes allow it.
  const pending = await pendingMigrations(installation)
  if (pending.length > 0)
    throw new StartFailure(
      `The database lacks ${pending.length} migrations (${pending[0]} first); run "tollgate migrate".`,
    )
}

/** Readiness fails first, then no more connections, then what is in flight finishes, within the drain time. */
async function stop(
  { drainTimeoutMs }: Config,
  { gateway, doors, log }: { gateway: Gateway; doors: Doors; log: Log },
): Promise<void> {
  gateway.beginShutdown()
  const isDrained = await doors.drain(drainTimeoutMs)
  if (!isDrained)
    log.warn({ drainTimeoutMs }, 'some requests did not finish in time; the same ids will tell their fate')
  await gateway.close()
}

function signalled(signals: readonly NodeJS.Signals[]): Promise<NodeJS.Signals> {
  const { promise, resolve } = Promise.withResolvers<NodeJS.Signals>()
  for (const signal of signals) process.on(signal, resolve)
  return promise
}
