// Starts the gateway and, when requested, stops it without losing anything that was acknowledged.

import { composeGateway, type Gateway } from '../../compose/gateway.ts'
import {
  type Administration,
  composeAdministration,
  type Installation,
  type Log,
  lockDataFolder,
  openInstallation,
  openListeners,
  openLog,
} from '../../compose/index.ts'
import { type Config, loadConfig } from '../../config/config.ts'
import { omitUndefined } from '../../domain/omit-undefined.ts'
import { cardHostMerchant, ensureCardHostLink } from '../../sandbox/card-host.ts'
import { sandboxMerchants } from '../../sandbox/merchants.ts'
import { sandboxPassword, seedSandbox } from '../../sandbox/seed.ts'
import { welcomeText } from '../../sandbox/welcome.ts'
import { prepareSchema } from '../prepare-schema.ts'
import { type CardHostProcess, startCardHost } from './card-host.ts'

type OpenedListeners = Awaited<ReturnType<typeof openListeners>>

/**
 * SIGHUP from a terminal means that its window was closed: a gateway that no one can see should not keep running.
 * Elsewhere it is the customary signal to read certificates again.
 */
const isWatched = process.stdout.isTTY

/** Runs until a signal stops it; resolves with the exit code. */
export async function serve(
  env: Readonly<Record<string, string | undefined>>,
  { isJson = false }: { isJson?: boolean } = {},
): Promise<number> {
  const config = loadConfig(env)
  const log = openLog({
    level: config.logLevel,
    ...(isJson && { write: (line: string) => process.stderr.write(line) }),
  })
  // Registered before anything is started: a signal during a slow start is not lost.
  const stopAsked = signalled(isWatched ? ['SIGTERM', 'SIGINT', 'SIGHUP'] : ['SIGTERM', 'SIGINT'])

  const held = await lockDataFolder(config.dataDir)
  let installation: Installation | undefined
  let gateway: Gateway | undefined
  let cardHost: CardHostProcess | undefined
  try {
    installation = await openInstallation(config, log, { isSupervised: true })
    await prepareSchema(config, installation)
    const administration = await composeAdministration(config, installation, log)
    const hasCardHost = config.mode === 'sandbox' && config.cardHostPort !== 0
    // Before the gateway, which opens the links that it finds.
    if (hasCardHost) await ensureCardHostLink(administration, config.cardHostPort)
    gateway = await composeGateway(config, installation, administration, log)
    const doors = await openListeners(config, gateway, log)
    if (!isWatched) process.on('SIGHUP', () => void doors.reload())
    await held.announce(doors.httpsUrl)
    const password = config.mode === 'sandbox' ? await seedInstallation(config, administration, hasCardHost) : undefined
    // Counted from the start of the process, including the loading of the sources.
    const startedInSeconds = process.uptime()
    const cardHostPort = hasCardHost ? config.cardHostPort : undefined
    const reached = { ...doors, dataDir: config.dataDir, startedInSeconds, ...omitUndefined({ cardHostPort }) }
    if (isJson) process.stdout.write(`${JSON.stringify({ mode: config.mode, ...reached, password })}\n`)
    else if (password) process.stdout.write(welcomeText({ ...reached, password }))
    log.info({ https: doors.httpsUrl, mtls: doors.mtlsUrl, mode: config.mode }, 'ready')
    gateway.markReady()
    // In production the console is built with the release; here a developer who starts from sources should not have to
    // do it.
    if (config.mode === 'sandbox') gateway.buildConsole()
    if (hasCardHost) cardHost = startCardHost(config, log)
    log.info({ signal: await stopAsked }, 'stopping')
    await stop(config, { gateway, doors, log })
    return 0
  } finally {
    // Its jobs query the database, therefore they end before it does, also when a port was taken.
    await gateway?.close()
    await cardHost?.stop()
    await installation?.close()
    await installation?.embedded?.stop()
    await held.release()
  }
}

async function seedInstallation(config: Config, administration: Administration, hasCardHost: boolean): Promise<string> {
  const password = await sandboxPassword(config, administration.identifiers.apiPassword)
  await seedSandbox(administration, password, hasCardHost ? [...sandboxMerchants, cardHostMerchant] : sandboxMerchants)
  return password
}

/** Readiness fails first, then no more connections, then what is in flight finishes, within the drain time. */
async function stop(
  { drainTimeoutMs }: Config,
  { gateway, doors, log }: { gateway: Gateway; doors: OpenedListeners; log: Log },
): Promise<void> {
  gateway.beginShutdown()
  const isDrained = await doors.drain(drainTimeoutMs)
  if (!isDrained)
    log.warn(
      { drainTimeoutMs },
      'some requests did not finish in time; repeat them with the same ids to get their outcome',
    )
}

function signalled(signals: readonly NodeJS.Signals[]): Promise<NodeJS.Signals> {
  const { promise, resolve } = Promise.withResolvers<NodeJS.Signals>()
  for (const signal of signals) process.on(signal, resolve)
  return promise
}
