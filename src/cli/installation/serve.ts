// Starts the gateway and, when requested, stops it without losing anything that was acknowledged.
import { composeGateway, type Gateway } from '../../compose/gateway.ts'
import {
  type Administration,
  composeAdministration,
  type FolderLock,
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
import { type CardHostProcess, hasCardHost, startCardHost } from './card-host.ts'
import { stopServing } from './stop-serving.ts'
import { countProcesses } from './workers/count-processes.ts'
import type { ReachedGateway } from './workers/messages.ts'
import { openGatewayWorkers } from './workers/open-workers.ts'

/**
 * SIGHUP from a terminal means that its window was closed: a gateway that no one can see should not keep running.
 * Elsewhere it is the customary signal to read certificates again.
 */
const isWatched = process.stdout.isTTY

type Environment = Readonly<Record<string, string | undefined>>

/** What serving needs of the process that it runs in. */
interface Surroundings {
  readonly log: Log
  readonly isJson: boolean
  readonly held: FolderLock
  readonly stopAsked: Promise<NodeJS.Signals>
}

/** Runs until a signal stops it; resolves with the exit code. */
export async function serve(env: Environment, { isJson = false }: { isJson?: boolean } = {}): Promise<number> {
  const config = loadConfig(env)
  const log = openLog({
    level: config.logLevel,
    ...(isJson && { write: (line: string) => process.stderr.write(line) }),
  })
  // Registered before anything is started: a signal during a slow start is not lost.
  const stopAsked = signalled(isWatched ? ['SIGTERM', 'SIGINT', 'SIGHUP'] : ['SIGTERM', 'SIGINT'])

  const held = await lockDataFolder(config.dataDir)
  try {
    const parts = { log, isJson, held, stopAsked }
    if (config.processes === 1) await serveAlone(config, parts)
    else await serveByWorkers(config, parts)
    return 0
  } finally {
    await held.release()
  }
}

async function serveAlone(config: Config, parts: Surroundings): Promise<void> {
  const { log, held, stopAsked } = parts
  let installation: Installation | undefined
  let gateway: Gateway | undefined
  let cardHost: CardHostProcess | undefined
  try {
    installation = await openInstallation(config, log, { isSupervised: true })
    await prepareSchema(config, installation)
    const administration = await composeAdministration(config, installation, log)
    // Before the gateway, which opens the links that it finds.
    if (hasCardHost(config)) await ensureCardHostLink(administration, config.cardHostPort)
    gateway = await composeGateway(config, installation, administration, log)
    const listeners = await openListeners(config, gateway, log)
    onReload(listeners.reload, held)
    await held.announce(listeners.httpsUrl)
    const password = await seedInstallation(config, administration)
    announceReady(config, parts, { ...listeners, password })
    gateway.markReady()
    // In production the console is built with the release; here a developer who starts from sources should not have to
    // do it.
    if (config.mode === 'sandbox') gateway.buildConsole()
    if (hasCardHost(config)) cardHost = startCardHost(config, log)
    log.info({ signal: await stopAsked }, 'stopping')
    await stopServing(config, { gateway, listeners, log })
  } finally {
    // Its jobs query the database, therefore they end before it does, also when a port was taken.
    await gateway?.close()
    await cardHost?.stop()
    await installation?.close()
    await installation?.embedded?.stop()
  }
}

/** This process prepares the installation, runs the embedded server if there is one, and looks after the workers. */
async function serveByWorkers(config: Config, parts: Surroundings): Promise<void> {
  const { log, isJson, held, stopAsked } = parts
  const workers = openGatewayWorkers(config, log, { isJson })
  let installation: Installation | undefined
  let cardHost: CardHostProcess | undefined
  try {
    installation = await openInstallation(config, log, { isSupervised: true, onServerStarted: workers.moveServer })
    await prepareSchema(config, installation)
    const administration = await composeAdministration(config, installation, log)
    const count = await countProcesses(config, installation, log)
    const password = await seedInstallation(config, administration)
    if (hasCardHost(config)) await ensureCardHostLink(administration, config.cardHostPort)
    await administration.vault.close()
    // The workers have connections of their own, and this process has nothing left to ask.
    await installation.close()
    const reached = await workers.start(count, installation.embedded?.connection)
    onReload(workers.replaceAll, held)
    await held.announce(reached.httpsUrl)
    announceReady(config, parts, { ...reached, password })
    if (hasCardHost(config)) cardHost = startCardHost(config, log)
    log.info({ signal: await stopAsked }, 'stopping')
    await workers.stop()
  } finally {
    await workers.stop()
    await cardHost?.stop()
    await installation?.close()
    await installation?.embedded?.stop()
  }
}

/** SIGUSR2 is what `tollgate reload` sends: unlike SIGHUP it means the same in a terminal. */
function onReload(reload: () => Promise<boolean>, held: FolderLock): void {
  const signals: readonly NodeJS.Signals[] = isWatched ? ['SIGUSR2'] : ['SIGUSR2', 'SIGHUP']
  for (const signal of signals) process.on(signal, () => void reload().then(held.noteReload))
}

function announceReady(
  config: Config,
  { log, isJson }: Surroundings,
  { password, ...reached }: ReachedGateway & { readonly password: string | undefined },
): void {
  const { httpsUrl, mtlsUrl, httpUrl, metricsUrl, caFile } = reached
  // Counted from the start of the process, including the loading of the sources.
  const startedInSeconds = process.uptime()
  const cardHostPort = hasCardHost(config) ? config.cardHostPort : undefined
  const shown = {
    ...{ httpsUrl, mtlsUrl, httpUrl, metricsUrl, caFile, dataDir: config.dataDir, startedInSeconds },
    ...omitUndefined({ cardHostPort }),
  }
  if (isJson) process.stdout.write(`${JSON.stringify({ mode: config.mode, ...shown, password })}\n`)
  else if (password) process.stdout.write(welcomeText({ ...shown, password }))
  log.info({ https: httpsUrl, mtls: mtlsUrl, mode: config.mode }, 'ready')
}

async function seedInstallation(config: Config, administration: Administration): Promise<string | undefined> {
  if (config.mode !== 'sandbox') return undefined
  const password = await sandboxPassword(config, administration.identifiers.apiPassword)
  const merchants = hasCardHost(config) ? [...sandboxMerchants, cardHostMerchant] : sandboxMerchants
  await seedSandbox(administration, password, merchants)
  return password
}

function signalled(signals: readonly NodeJS.Signals[]): Promise<NodeJS.Signals> {
  const { promise, resolve } = Promise.withResolvers<NodeJS.Signals>()
  for (const signal of signals) process.on(signal, resolve)
  return promise
}
