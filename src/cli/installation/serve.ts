// Starts the gateway and, when requested, stops it without losing anything that was acknowledged.
import { composeGateway, type Gateway } from '../../compose/gateway.ts'
import { type FolderLock, type Installation, type Log, lockDataFolder, openListeners } from '../../compose/index.ts'
import { type Config, loadConfig } from '../../config/config.ts'
import { omitUndefined } from '../../domain/omit-undefined.ts'
import { ensureCardHostLink } from '../../sandbox/card-host.ts'
import { welcomeText } from '../../sandbox/welcome.ts'
import { type CardHostProcess, hasCardHost, startCardHost } from './card-host.ts'
import { closeInstallation, openDatabase, prepareDatabase, seedInstallation } from './prepare-installation.ts'
import { isReadable, openServiceLog } from './service-log.ts'
import { openStartSteps, StartInterrupted, type StartSteps } from './start-steps.ts'
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
  readonly reloads: ReloadSignals
  readonly steps: StartSteps
}

/** Runs until a signal stops it; resolves with the exit code. */
export async function serve(env: Environment, { isJson = false }: { isJson?: boolean } = {}): Promise<number> {
  const config = loadConfig(env)
  const log = openServiceLog(config, { isJson })
  // Registered before anything is started: a signal during a slow start is not lost.
  const stopAsked = signalled(isWatched ? ['SIGTERM', 'SIGINT', 'SIGHUP'] : ['SIGTERM', 'SIGINT'])
  const reloads = listenForReloads()

  const steps = openStartSteps({ stopRequested: stopAsked, screen: isWatched && !isJson ? process.stdout : undefined })

  const held = await lockDataFolder(config.dataDir)
  let isInterrupted = false
  try {
    const parts = { log, isJson, held, stopAsked, reloads, steps }
    if (config.processes === 1) await serveAlone(config, parts)
    else await serveByWorkers(config, parts)
  } catch (error) {
    if (!(error instanceof StartInterrupted)) throw error
    isInterrupted = true
    log.info({ signal: await stopAsked }, 'stopped during the start')
  } finally {
    await held.release()
  }
  // A statement that was abandoned, such as a long migration, would keep the process; its server rolls it back.
  if (isInterrupted) process.exit(0)
  return 0
}

async function serveAlone(config: Config, parts: Surroundings): Promise<void> {
  const { log, held, stopAsked, reloads, steps } = parts
  let installation: Installation | undefined
  let gateway: Gateway | undefined
  let cardHost: CardHostProcess | undefined
  try {
    const opened = await openDatabase(config, parts)
    installation = opened
    const administration = await prepareDatabase(config, opened, parts)
    const composed = await steps.run('Opening acquirer links and jobs', async () => {
      // Before the gateway, which opens the links that it finds.
      if (hasCardHost(config)) await ensureCardHostLink(administration, config.cardHostPort)
      return composeGateway(config, opened, administration, log)
    })
    gateway = composed
    const listeners = await steps.run('Opening ports', () => openListeners(config, composed, log))
    reloads.answer(() => listeners.reload().then(held.noteReload))
    await held.announce(listeners.httpsUrl)
    const password = await seedInstallation(config, administration, steps)
    steps.complete()
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
    await closeInstallation(installation, steps)
  }
}

/** This process prepares the installation, runs the embedded server if there is one, and looks after the workers. */
async function serveByWorkers(config: Config, parts: Surroundings): Promise<void> {
  const { log, isJson, held, stopAsked, reloads, steps } = parts
  const workers = openGatewayWorkers(config, log, { isJson })
  let installation: Installation | undefined
  let cardHost: CardHostProcess | undefined
  try {
    installation = await openDatabase(config, parts, workers.moveServer)
    const { embedded } = installation
    const administration = await prepareDatabase(config, installation, parts)
    const count = await countProcesses(config, installation, log)
    const password = await seedInstallation(config, administration, steps)
    if (hasCardHost(config)) await ensureCardHostLink(administration, config.cardHostPort)
    await administration.vault.close()
    // The workers have connections of their own, and this process has nothing left to ask.
    await installation.close()
    const reached = await steps.run(`Starting ${count} processes`, () => workers.start(count, embedded?.connection))
    reloads.answer(() => workers.replaceAll().then(held.noteReload))
    await held.announce(reached.httpsUrl)
    steps.complete()
    announceReady(config, parts, { ...reached, password })
    if (hasCardHost(config)) cardHost = startCardHost(config, log)
    log.info({ signal: await stopAsked }, 'stopping')
    await workers.stop()
  } finally {
    await workers.stop()
    await cardHost?.stop()
    await closeInstallation(installation, steps)
  }
}

interface ReloadSignals {
  /** From now on; for one that came before, too. */
  answer(reload: () => Promise<void>): void
}

/** SIGUSR2 is what `tollgate reload` sends: unlike SIGHUP it means the same in a terminal. Without a listener it would end the process. */
function listenForReloads(): ReloadSignals {
  const signals: readonly NodeJS.Signals[] = isWatched ? ['SIGUSR2'] : ['SIGUSR2', 'SIGHUP']
  let isAsked = false
  let onSignal = () => {
    isAsked = true
  }
  for (const signal of signals) process.on(signal, () => onSignal())
  return {
    answer(reload) {
      onSignal = () => void reload()
      if (isAsked) onSignal()
    },
  }
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
  // A person has just read it.
  const level = password && isReadable(config.logFormat, isJson) ? 'debug' : 'info'
  log[level]({ https: httpsUrl, mtls: mtlsUrl, mode: config.mode }, 'ready')
}

function signalled(signals: readonly NodeJS.Signals[]): Promise<NodeJS.Signals> {
  const { promise, resolve } = Promise.withResolvers<NodeJS.Signals>()
  for (const signal of signals) process.on(signal, resolve)
  return promise
}
