// Starts the gateway and, when requested, stops it without losing anything that was acknowledged.
import { composeGateway, type Gateway } from '../../compose/gateway.ts'
import { type Administration, type Installation, openListeners } from '../../compose/index.ts'
import { ensureCardHostLink, welcomeText } from '../../installation/index.ts'
import { type Config, loadConfig } from '../../platform/config/config.ts'
import { type FolderLock, lockDataFolder } from '../../platform/system/data-folder.ts'
import type { Log } from '../../platform/telemetry/log.ts'
import { explainFailure } from '../start-failure.ts'
import { type CardHostProcess, hasCardHost, startCardHost } from './card-host.ts'
import {
  closeConnections,
  openDatabase,
  prepareTables,
  readKeysAndAccessRights,
  seedInstallation,
} from './prepare-installation.ts'
import {
  isReadable,
  openServiceLog,
  runServing,
  type ServingParts,
  type StepHook,
  type sharedSteps,
} from './serving-steps.ts'
import { openStartSteps, type StartSteps } from './start-steps.ts'
import { endProcess, type ServingEnd, stopServing } from './stop-serving.ts'
import type { ReachedGateway } from './workers/messages.ts'
import { countProcesses, openGatewayWorkers } from './workers/open-workers.ts'

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
  readonly stopRequested: Promise<NodeJS.Signals>
  readonly reloads: ReloadSignals
  readonly steps: StartSteps
}

export interface ServeOptions {
  readonly isJson?: boolean
  readonly onStep?: StepHook
  /** The program of the worker processes, in place of the gateway's own. */
  readonly workerFile?: string
  /** In place of the usual ones. */
  readonly stopLimits?: StopLimits
}

interface StopLimits {
  /** How long the stop may take beside the time for requests in progress. */
  readonly marginMs: number
  /** How long an embedded server may take: each way of stopping it has a limit of its own. */
  readonly serverMs: number
}

const usualLimits: StopLimits = { marginMs: 9_000, serverMs: 45_000 }

/** The whole life of a process that does nothing else: it ends, whatever fails, with one line on the standard error. */
export async function serveInThisProcess(env: Environment, options: ServeOptions = {}): Promise<void> {
  try {
    endProcess(await serve(env, options))
  } catch (error) {
    process.stderr.write(`${explainFailure(error)}\n`)
    endProcess({ exitCode: 1, isAbandoned: true })
  }
}

/** Runs until a signal stops it. Rejects when a step of the start or the stop has failed; nothing is open then either. */
export async function serve(env: Environment, options: ServeOptions = {}): Promise<ServingEnd> {
  const { isJson = false, onStep, stopLimits = usualLimits } = options
  const config = loadConfig(env)
  const log = openServiceLog(config, { isJson })
  // Registered before anything is started: a signal during a slow start is not lost.
  const stopRequested = signalled(isWatched ? ['SIGTERM', 'SIGINT', 'SIGHUP'] : ['SIGTERM', 'SIGINT'])
  const reloads = listenForReloads(log)
  const steps = openStartSteps({ stopRequested, screen: isWatched && !isJson ? process.stdout : undefined })
  const surroundings = { log, isJson, stopRequested, reloads, steps }
  const stopLimitMs = () => config.drainTimeoutMs + stopLimits.marginMs
  const running = { steps, stopRequested, log, stopLimitMs, onStep }
  const ownLimits = { 'database server': stopLimits.serverMs }
  return config.processes === 1
    ? runServing({ ...partsAlone(config, surroundings), ownLimits }, running)
    : runServing({ ...partsOfPrimary(config, surroundings, options), ownLimits }, running)
}

/** What has been opened so far. */
interface OpenedParts {
  held?: FolderLock
  installation?: Installation
  administration?: Administration
  gateway?: Gateway
  listeners?: Awaited<ReturnType<typeof openListeners>>
  cardHost?: CardHostProcess
  password?: string | undefined
}

function partsAlone(config: Config, surroundings: Surroundings): ServingParts<'alone'> {
  const { log, reloads, steps } = surroundings
  const opened: OpenedParts = {}
  const { need, common } = commonParts(config, surroundings, opened)
  return {
    role: 'alone',
    start: {
      ...common.start,
      database: async () => {
        opened.installation = await openDatabase(config, surroundings)
      },
      'links and jobs': async () => {
        const installation = need('installation')
        const administration = need('administration')
        const compose = async () => {
          // Before the gateway, which opens the links that it finds.
          if (hasCardHost(config)) await ensureCardHostLink(administration, config.cardHostPort)
          return composeGateway(config, installation, administration, log)
        }
        opened.gateway = await steps.run(compose, 'Opening acquirer links and jobs')
      },
      ports: async () => {
        opened.listeners = await steps.run(() => openListeners(config, need('gateway'), log), 'Opening ports')
      },
      address: async () => {
        const { listeners, held } = { listeners: need('listeners'), held: need('held') }
        reloads.answer(() => listeners.reload().then(held.noteReload))
        await steps.run(() => held.announce(listeners.httpsUrl))
      },
      readiness: async () => {
        const gateway = need('gateway')
        steps.complete()
        announceReady(config, surroundings, { ...need('listeners'), password: opened.password })
        gateway.markReady()
        // In production the console is built with the release; here a developer who starts from sources should not have to
        // do it.
        if (config.mode === 'sandbox') gateway.buildConsole()
        if (hasCardHost(config)) opened.cardHost = startCardHost(config, log)
      },
    },
    stop: {
      ...common.stop,
      requests: async () => {
        const { gateway, listeners } = opened
        if (gateway && listeners) await stopServing(config, { gateway, listeners, log })
      },
      // Jobs query the database, therefore they end before it does.
      'jobs and links': async () => opened.gateway?.close(),
    },
  }
}

/** This process prepares the installation, runs the embedded server if there is one, and looks after the workers. */
function partsOfPrimary(
  config: Config,
  surroundings: Surroundings,
  { workerFile }: Pick<ServeOptions, 'workerFile'>,
): ServingParts<'primary'> {
  const { log, isJson, reloads, steps } = surroundings
  const opened: OpenedParts = {}
  const { need, common } = commonParts(config, surroundings, opened)
  const workers = openGatewayWorkers(config, log, { isJson, workerFile })
  let count = 0
  let reached: ReachedGateway | undefined
  return {
    role: 'primary',
    start: {
      ...common.start,
      database: async () => {
        opened.installation = await openDatabase(config, surroundings, workers.moveServer)
      },
      'own connections': async () => {
        const installation = need('installation')
        const administration = need('administration')
        count = await steps.run(() => countProcesses(config, installation, log))
        if (hasCardHost(config)) await steps.run(() => ensureCardHostLink(administration, config.cardHostPort))
        await steps.run(() => administration.vault.close())
        // The workers have connections of their own, and this process has nothing left to ask.
        await steps.run(() => installation.close())
      },
      processes: async () => {
        const server = need('installation').embedded?.connection
        reached = await steps.run(() => workers.start(count, server), `Starting ${count} processes`)
      },
      address: async () => {
        const held = need('held')
        reloads.answer(() => workers.replaceAll().then(held.noteReload))
        await steps.run(() => held.announce(reached?.httpsUrl ?? ''))
      },
      readiness: async () => {
        steps.complete()
        if (reached) announceReady(config, surroundings, { ...reached, password: opened.password })
        if (hasCardHost(config)) opened.cardHost = startCardHost(config, log)
      },
    },
    stop: { ...common.stop, processes: () => workers.stop() },
  }
}

/** The steps that are the same with one process and with several. */
function commonParts(config: Config, surroundings: Surroundings, opened: OpenedParts) {
  const { steps } = surroundings
  const need = <Name extends keyof OpenedParts>(name: Name): NonNullable<OpenedParts[Name]> => {
    const part = opened[name]
    if (part === undefined) throw new Error(`there is no ${name} yet`)
    return part
  }
  const common = {
    start: {
      'data folder': async () => {
        opened.held = await steps.runToEnd(() => lockDataFolder(config.dataDir))
      },
      tables: () => prepareTables(config, need('installation'), surroundings),
      'keys and access rights': async () => {
        opened.administration = await readKeysAndAccessRights(config, need('installation'), surroundings)
      },
      'seed data': async () => {
        opened.password = await seedInstallation(config, need('administration'), steps)
      },
    },
    stop: {
      'card host': async () => opened.cardHost?.stop(),
      'database connections': () => closeConnections(opened.installation, steps),
      'database server': async () => opened.installation?.embedded?.stop(),
      'data folder': async () => opened.held?.release(),
    },
  } satisfies Readonly<Record<'start' | 'stop', Partial<Record<(typeof sharedSteps)[number], () => Promise<unknown>>>>>
  return { need, common }
}

interface ReloadSignals {
  /** From now on; for one that came before, too. */
  answer(reload: () => Promise<void>): void
}

/** SIGUSR2 is what `tollgate reload` sends: unlike SIGHUP it means the same in a terminal. Without a listener it would end the process. */
function listenForReloads(log: Pick<Log, 'warn'>): ReloadSignals {
  const signals: readonly NodeJS.Signals[] = isWatched ? ['SIGUSR2'] : ['SIGUSR2', 'SIGHUP']
  let isAsked = false
  let onSignal = () => {
    isAsked = true
  }
  for (const signal of signals) process.on(signal, () => onSignal())
  return {
    answer(reload) {
      onSignal = () => void reload().catch((err: unknown) => log.warn({ err }, 'the reload has failed'))
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
    httpsUrl,
    mtlsUrl,
    httpUrl,
    metricsUrl,
    caFile,
    dataDir: config.dataDir,
    startedInSeconds,
    cardHostPort,
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
