// One of several processes that serve requests. The primary process has prepared the installation, owns the ports, and says when to
// start and stop.
import { composeGateway, type Gateway } from '../../../compose/gateway.ts'
import {
  type Administration,
  composeAdministration,
  type Installation,
  openInstallation,
  openListeners,
} from '../../../compose/index.ts'
import { type Config, loadConfig } from '../../../platform/config/config.ts'
import { explainFailure } from '../../start-failure.ts'
import { openServiceLog, runServing, type StepHook, StopFailure } from '../serving-steps.ts'
import { openStartSteps } from '../start-steps.ts'
import { type ServingEnd, stopServing } from '../stop-serving.ts'
import { openChannel, type StartMessage, type WorkerChannel } from './channel.ts'

/** Less than the primary process waits before it kills this one. */
const usualStopMarginMs = 5_000

interface WorkerOptions {
  readonly onStep?: StepHook
  /** How long the stop may take beside the time for requests in progress. */
  readonly stopMarginMs?: number
}

export async function serveAsWorker(
  env: Readonly<Record<string, string | undefined>>,
  options: WorkerOptions = {},
): Promise<ServingEnd> {
  const channel = openChannel()
  const start = await channel.started
  try {
    return await serve(loadConfig(env), start, { channel, ...options })
  } catch (error) {
    // The primary process says that one has not stopped cleanly.
    if (!(error instanceof StopFailure)) channel.send({ kind: 'FAILED', reason: explainFailure(error) })
    return { exitCode: 1, isAbandoned: true }
  } finally {
    // The primary process may have ended, too.
    if (process.connected) process.disconnect?.()
  }
}

async function serve(
  config: Config,
  start: StartMessage,
  { channel, onStep, stopMarginMs = usualStopMarginMs }: WorkerOptions & { readonly channel: WorkerChannel },
): Promise<ServingEnd> {
  const { worker, server, isJson } = start
  const log = openServiceLog(config, { isJson, worker })
  const { acceptElsewhere, allMetrics } = channel
  const steps = openStartSteps({ stopRequested: channel.stopped, screen: undefined })
  let installation: Installation
  let administration: Administration
  let graceMs = 0
  const opened: { installation?: Installation; gateway?: Gateway; listeners?: Listeners } = {}
  void channel.stopped.then((ms) => {
    graceMs = ms
  })
  const stopLimitMs = () => config.drainTimeoutMs + graceMs + stopMarginMs
  try {
    return await runServing(
      {
        role: 'worker',
        start: {
          database: async () => {
            installation = await steps.run(() => openInstallation(config, log, { server }))
            opened.installation = installation
            channel.onServerMoved(installation.followServer)
          },
          'keys and access rights': async () => {
            administration = await steps.run(() => composeAdministration(config, installation, log))
          },
          'links and jobs': async () => {
            const compose = () => composeGateway(config, installation, administration, log, { allMetrics })
            const gateway = await steps.run(compose)
            opened.gateway = gateway
            channel.onMetricsAsked(gateway.metricValues)
          },
          ports: async () => {
            const gateway = needed(opened.gateway)
            opened.listeners = await steps.run(() => openListeners(config, gateway, log, { acceptElsewhere }))
          },
          readiness: async () => {
            steps.complete()
            const gateway = needed(opened.gateway)
            gateway.markReady()
            if (start.buildsConsole) gateway.buildConsole()
            const { httpsUrl, mtlsUrl, httpUrl, metricsUrl, caFile } = needed(opened.listeners)
            channel.send({ kind: 'READY', reached: { httpsUrl, mtlsUrl, httpUrl, metricsUrl, caFile } })
          },
        },
        stop: {
          requests: async () => {
            const { gateway, listeners } = opened
            if (!gateway || !listeners) return
            await stopServing(config, { gateway, listeners, log, graceMs })
            channel.send({ kind: 'LAST_METRIC_VALUES', values: await gateway.metricValues() })
          },
          'jobs and links': async () => opened.gateway?.close(),
          'database connections': async () => opened.installation?.close(),
        },
      },
      { steps, stopRequested: channel.stopped, log, stopLimitMs, onStep },
    )
  } catch (error) {
    if (error instanceof StopFailure) log.error(error.message)
    throw error
  }
}

type Listeners = Awaited<ReturnType<typeof openListeners>>

function needed<Part>(part: Part | undefined): Part {
  if (part === undefined) throw new Error('a step before this one has not run')
  return part
}
