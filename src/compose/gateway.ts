// Puts together what serves merchants: the server with everything that it asks, and the jobs beside it.
import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import type { OpenedLink } from '../acquirers/index.ts'
import {
  admitRequests,
  earlyRefusals,
  inspectResponse,
  measureLoopDelay,
  type RefuseEarly,
  type RequestAdmission,
} from '../api/index.ts'
import { openConsolePages } from '../console/index.ts'
import { defaultBatchSharing } from '../payments/postgres/transactions.ts'
import type { Config } from '../platform/config/config.ts'
import type { ConnectionRefusal } from '../platform/http/listeners/connections.ts'
import type { LoopDelay } from '../platform/http/listeners/loop-delay.ts'
import type { ListenerKind } from '../platform/http/request-origin.ts'
import { boundHeapGrowth } from '../platform/system/process.ts'
import type { Log } from '../platform/telemetry/log.ts'
import { type Metrics, type MetricValues, openMetrics } from '../platform/telemetry/metrics.ts'
import { reportAccessRightsRefusals } from './access-rights.ts'
import type { Administration } from './administration.ts'
import { composeSubjects } from './compose-subjects.ts'
import { composeConsoleContext } from './console-context.ts'
import type { Dependencies } from './dependencies.ts'
import type { Installation } from './index.ts'
import { reportLinks } from './links.ts'
import { startCountsAtZero } from './metrics/initial-counts.ts'
import { openCredentialRefusalReporter } from './refused-credentials.ts'
import { buildServer } from './server.ts'
import { startJobs } from './start-jobs.ts'
import { measureRequests, reportVelocityRefusals } from './telemetry/measure.ts'
import { readAppleDomainFile } from './wallets.ts'

export interface Gateway {
  readonly server: FastifyInstance
  /** Answers what has to be refused before the server sees it. */
  readonly refuseEarly: RefuseEarly
  readonly dependencies: Dependencies
  /** Sets the address that it listens on. */
  setListenUrl(url: string): void
  onConnection(listener: ListenerKind): void
  onConnectionRefused(reason: ConnectionRefusal): void
  readonly loopDelay: LoopDelay
  /** Of this process. */
  metricValues(): Promise<MetricValues>
  /** Builds the console's pages beside everything else, when there is no build of the sources as they are. */
  buildConsole(): void
  /** Everything is set up: readiness may be reported. */
  markReady(): void
  /**
   * From now on the gateway calls itself not ready, so that a load balancer turns away before connections close. One that
   * another process replaces stays ready: the address does.
   */
  beginShutdown(options: { readonly isReplaced: boolean }): void
  /** Stops the jobs, after what they are doing. */
  close(): Promise<void>
}

interface GatewayOutside {
  readonly acquirers?: Readonly<Record<string, Pick<OpenedLink, 'acquirer' | 'books'>>>
  /** The metrics of every process of this gateway; without it, this process is alone. */
  readonly allMetrics?: () => Promise<string>
}

export async function composeGateway(
  config: Config,
  installation: Installation,
  administration: Administration,
  log: Log,
  { allMetrics, ...outside }: GatewayOutside = {},
): Promise<Gateway> {
  boundHeapGrowth()
  const metrics = openMetrics()
  startCountsAtZero(metrics)
  installation.outages.onOutage((reason) => metrics.databaseOutages.inc({ reason }))
  administration.accessRights.onRefused(reportAccessRightsRefusals(metrics, log))
  const composed = await composeSubjects(
    config,
    installation,
    { ...administration, ...outside, log, onVelocityRefusal: reportVelocityRefusals(metrics, log) },
    metrics,
  )
  const { dependencies, feed } = composed
  const { links, simulator, providers, accessControl, addresses, notifier } = composed.outside
  let isAccepting = false
  const consolePages = openConsolePages()
  const refusedCredentials = openCredentialRefusalReporter(composed.refusedCredentials, dependencies, metrics, log)

  const loopDelay = measureLoopDelay()
  const admission = composeAdmission(config, loopDelay, metrics)

  const reportCurrent = () => {
    reportWaiting(admission, metrics)
    reportLinks(links, metrics)
  }

  const { onRefusedEarly, ...requestMeter } = measureRequests(metrics)
  const edge = {
    dependencies,
    admission,
    log,
    demandsTls: config.mode === 'production',
    inspect: config.checkAnswers ? inspectResponse : undefined,
    ...requestMeter,
  }
  const server = await buildServer({
    ...edge,
    requestTimeoutMs: config.requestTimeoutMs,
    readAppleDomainFile: () => readAppleDomainFile(config),
    sites: [...providers.sites, ...(accessControl ? [accessControl.site] : [])],
    gatewayVersion: await gatewayVersion(),
    console: composeConsoleContext(config, administration, dependencies, links),
    consolePages,
    checkReadiness: async () => ({
      accepting: isAccepting,
      database: await holds(() => dependencies.store.isWritable()),
      // A bank that is down must not take the gateway out of the balancer; the simulator is a part of the sandbox.
      ...(simulator
        ? { acquirer: await holds(async () => (await simulator()?.isReachable()) ?? false) }
        : { links: links.links().some(({ linkId }) => links.current(linkId)) }),
    }),
    metricsText: async () => {
      reportCurrent()
      const { contentType } = metrics.registry
      return { contentType, text: await (allMetrics ? allMetrics() : metrics.registry.metrics()) }
    },
    onCredentialsRefused: (refused) => void refusedCredentials.count(refused),
    onPageReport: ({ kind, page }) => metrics.pageReports.inc({ kind, page }),
  })
  const { dueWorkSearch, pace } = installation
  const jobs = await startJobs(composed.jobs, {
    metrics,
    log,
    signals: dependencies.signals,
    dueWorkSearch,
    pace,
  })
  return {
    server,
    refuseEarly: earlyRefusals({ ...edge, onFinished: onRefusedEarly }),
    dependencies,
    setListenUrl: addresses.setListenUrl,
    loopDelay,
    metricValues() {
      reportCurrent()
      return metrics.registry.getMetricsAsJSON()
    },
    onConnection(listener) {
      metrics.connectionsAccepted.inc({ listener })
      admission.noteConnection()
    },
    onConnectionRefused: (reason) => metrics.connectionsRefused.inc({ reason }),
    buildConsole() {
      consolePages.buildInBackground((reason) => log.warn({ reason }, 'the console could not be built'))
    },
    markReady() {
      isAccepting = true
      links.connect()
    },
    beginShutdown({ isReplaced }) {
      isAccepting = isReplaced
      feed.stopWaiting()
    },
    async close() {
      consolePages.stop()
      feed.stopWaiting()
      const warn = (message: string) => (err: unknown) => log.warn({ err }, message)
      await closeEach([
        () => jobs.stop(),
        () => refusedCredentials.writeAll(),
        async () => notifier.close(),
        () => links.close(),
        () => server.close(),
        async () => loopDelay.stop(),
        () => dependencies.credentialUses.flush().catch(warn('the latest usage times of credentials were not stored')),
        () => dependencies.tokens.flushUses().catch(warn('the latest usage times of tokens were not stored')),
        () => administration.vault.close(),
      ])
    },
  }
}

/** In this order; one that fails does not keep the others open, and is reported when all have had their turn. */
async function closeEach(closers: readonly (() => Promise<unknown>)[]): Promise<void> {
  const failures: unknown[] = []
  for (const close of closers) await close().catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}

async function holds(check: () => Promise<boolean>): Promise<boolean> {
  return check().catch(() => false)
}

async function gatewayVersion(): Promise<string> {
  const manifest = await readFile(new URL('../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(manifest) as { version: string }).version
}

/** However small the batches are, this many payments may be waiting for theirs, or be in progress, however long they take. */
const recordingMin = 64

/** Puts together what decides on requests under overload, and its figures. */
function composeAdmission(
  { overloadDelayMs, merchantRequestsMax, linkRequestsMax, batchRowsMax }: Config,
  loopDelay: LoopDelay,
  metrics: Metrics,
): RequestAdmission {
  const admission = admitRequests({
    limits: {
      delayMs: overloadDelayMs,
      // Enough to fill the batches in progress; more would only wait there.
      recordingMax: Math.max(defaultBatchSharing.lanes * batchRowsMax, recordingMin),
      progressMin: recordingMin,
      merchantMax: merchantRequestsMax,
      linkMax: linkRequestsMax,
    },
    loopDelay,
    onShed: (reason) => metrics.shed.inc({ reason }),
    onAbandoned: () => metrics.abandoned.inc(),
  })
  loopDelay.onTick((delayMs) => metrics.loopDelay.observe(delayMs / 1000))
  return admission
}

/** The figures that are what they are at the moment they are asked for. */
function reportWaiting(admission: RequestAdmission, metrics: Metrics): void {
  const { count, oldestMs } = admission.waiting()
  metrics.waiting.set(count)
  metrics.oldestWaiting.set(oldestMs / 1000)
}
