// The only place where ports meet adapters.
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { simulatedAcquirer, simulatorSchema } from './adapters/acquirers/simulator/index.ts'
import {
  type ClientCertificate,
  ensureDevelopmentCertificates,
  issueClientCertificate,
} from './adapters/certificates/development-ca.ts'
import { type Database, openDatabase } from './adapters/postgres/database.ts'
import {
  type EmbeddedPostgres,
  EmbeddedPostgresFailure,
  startEmbeddedPostgres,
} from './adapters/postgres/embedded/index.ts'
import { withStartLock } from './adapters/postgres/embedded/start-lock.ts'
import { merchantStore } from './adapters/postgres/merchants.ts'
import { gatewaySchema, MigrationFailure, migrate, missingMigrations } from './adapters/postgres/migrate.ts'
import { postgresStore } from './adapters/postgres/store.ts'
import { systemClock } from './adapters/system/clock.ts'
import { DataFolderFailure, isDataFolderHeld } from './adapters/system/data-folder.ts'
import { randomIdentifiers } from './adapters/system/identifiers.ts'
import type { Log } from './adapters/telemetry/log.ts'
import { openMetrics } from './adapters/telemetry/metrics.ts'
import { timedAcquirer } from './adapters/telemetry/timed-acquirer.ts'
import { ensureKeyEncryptionKey, KeyFailure } from './adapters/vault/key-encryption-key.ts'
import { openVault } from './adapters/vault/vault.ts'
import type { Config } from './config.ts'
import { badConnectionAnswer } from './http/api/bad-connection.ts'
import { inspectAnswer } from './http/api/inspect-answer.ts'
import { markDoor } from './http/door.ts'
import {
  type ConnectionProblem,
  type Door,
  type Listener,
  type ListenerOptions,
  ListenFailure,
  openListener,
} from './http/listeners.ts'
import { buildServer } from './http/server.ts'
import { recoverAttempts } from './jobs/recover-attempts.ts'
import { type RepeatedJob, repeatJob } from './jobs/repeat.ts'
import type { Patience, Ports } from './operations/call.ts'
import type { Acquirers } from './ports/acquirer.ts'
import type { MerchantStore } from './ports/store.ts'
import type { Vault } from './ports/vault.ts'

export { checkClientCertificate } from './adapters/certificates/client-certificate-policy.ts'
export { holdDataFolder, takeCommandTurn } from './adapters/system/data-folder.ts'
export { type Log, openLog } from './adapters/telemetry/log.ts'

/** The database of this installation and what it takes to read it. */
export interface Installation {
  readonly database: Database
  readonly embedded: EmbeddedPostgres | undefined
  readonly isSandbox: boolean
  close(): Promise<void>
}

export async function openInstallation(config: Config, log: Log): Promise<Installation> {
  const { databaseUrl, databasePoolSize: poolSize, dataDir } = config
  const embedded = databaseUrl
    ? undefined
    : await startEmbeddedPostgres({ dataDir, log: (line) => log.debug({ line }, 'embedded PostgreSQL') })
  const onError = (err: Error) => log.warn({ err }, 'a database connection was lost')
  const address = embedded
    ? { ...embedded.connection, ssl: false as const }
    : databaseUrl && { connectionString: databaseUrl }
  if (!address) throw new Error('there is neither a database URL nor an embedded database')
  const database = openDatabase(address, { poolSize, onError })
  return {
    database,
    embedded,
    isSandbox: config.mode === 'sandbox',
    close: () => database.end(),
  }
}

/** Ends a command's use of the database: an embedded server that the command started is stopped again. */
export async function leaveInstallation({ dataDir }: Config, { embedded, close }: Installation): Promise<void> {
  await close()
  if (!embedded || embedded.adopted) return
  // A gateway takes the folder first and then waits for this lock to look for a server. So it is either seen here, and
  // keeps the server that it may have adopted, or finds none and starts its own.
  await withStartLock(dataDir, async () => {
    if (!isDataFolderHeld(dataDir)) await embedded.stop()
  })
}

/** Applies missing migrations; returns their names. */
export async function migrateInstallation({ database, isSandbox }: Installation): Promise<readonly string[]> {
  const applied = [...(await migrate(database, gatewaySchema))]
  if (isSandbox) applied.push(...(await migrate(database, simulatorSchema)))
  return applied
}

/** Names of migrations that this release needs and the database does not have. */
export function pendingMigrations({ database }: Installation): Promise<readonly string[]> {
  return missingMigrations(database, gatewaySchema)
}

/** What the operator's commands work with. */
export interface Administration {
  readonly merchants: MerchantStore
  readonly vault: Vault
  readonly identifiers: typeof randomIdentifiers
}

export async function composeAdministration(config: Config, { database }: Installation): Promise<Administration> {
  const vault = await openVault(database, await keyEncryptionKeyOf(config))
  return { merchants: merchantStore(database), vault, identifiers: randomIdentifiers }
}

/** The adapters that a merchant's acquirer link may name. */
export const acquirerAdapters = ['simulator'] as const

/** A client certificate with its key, for trying things out in the sandbox. */
export function issueDevelopmentCertificate(
  { dataDir }: Config,
  order: { readonly commonName: string; readonly days: number },
): Promise<ClientCertificate> {
  return issueClientCertificate({ folder: join(dataDir, 'tls'), ...order })
}

async function keyEncryptionKeyOf({ keyEncryptionKey, dataDir }: Config): Promise<Buffer> {
  return keyEncryptionKey ?? ensureKeyEncryptionKey(join(dataDir, 'keys', 'key-encryption-key'))
}

export interface Gateway {
  readonly server: FastifyInstance
  readonly ports: Ports
  /** Everything is set up: readiness may be told. */
  beReady(): void
  /** From now on the gateway calls itself not ready, so that a load balancer turns away before connections close. */
  beginShutdown(): void
  /** Stops the jobs, after what they are doing. */
  close(): Promise<void>
}

export async function composeGateway(
  config: Config,
  { database, isSandbox }: Installation,
  { vault }: Administration,
  log: Log,
): Promise<Gateway> {
  const metrics = openMetrics()
  const clock = systemClock
  const simulator = isSandbox ? timedAcquirer(simulatedAcquirer(database, clock), metrics) : undefined
  const acquirers: Acquirers = { of: ({ adapter }) => (adapter === 'simulator' ? simulator : undefined) }
  const store = postgresStore(database, clock)
  const patience = patienceOf(config)
  const ports: Ports = { store, vault, acquirers, clock, identifiers: randomIdentifiers, patience }
  let isAccepting = false

  const server = await buildServer({
    ports,
    log,
    requestTimeoutMs: config.requestTimeoutMs,
    inspect: config.checkAnswers ? inspectAnswer : undefined,
    gatewayVersion: await gatewayVersion(),
    checkReadiness: async () => ({
      accepting: isAccepting,
      database: await holds(() => store.isWritable()),
      ...(simulator && { acquirer: await holds(() => simulator.isReachable()) }),
    }),
    metricsText: async () => ({
      contentType: metrics.registry.contentType,
      text: await metrics.registry.metrics(),
    }),
    onStarted: () => metrics.inFlight.inc(),
    onFinished: ({ seconds, ...labels }) => {
      metrics.inFlight.dec()
      metrics.requests.observe(labels, seconds)
    },
  })
  const jobs: readonly RepeatedJob[] = [
    repeatJob(async () => metrics.recovered.inc(await recoverAttempts(ports)), {
      everyMs: recoveryEveryMs,
      onError: (err) => log.error({ err }, 'recovery failed and will be tried again'),
    }),
  ]
  return {
    server,
    ports,
    beReady() {
      isAccepting = true
    },
    beginShutdown() {
      isAccepting = false
    },
    async close() {
      await Promise.all(jobs.map((job) => job.stop()))
      await server.close()
    },
  }
}

const recoveryEveryMs = 1_000
/** How much longer than the acquirer's time-out an attempt may stay without an outcome before recovery takes it. */
const deadlineMarginMs = 5_000

function patienceOf({ acquirerTimeoutMs, requestTimeoutMs }: Config): Patience {
  return {
    acquirerTimeoutMs,
    attemptDeadlineMs: acquirerTimeoutMs + deadlineMarginMs,
    repeatWaitMs: Math.max(requestTimeoutMs - 1_000, 1),
    askAgainAfterMs: Math.min(acquirerTimeoutMs, 10_000),
  }
}

async function holds(check: () => Promise<boolean>): Promise<boolean> {
  return check().catch(() => false)
}

async function gatewayVersion(): Promise<string> {
  const manifest = await readFile(new URL('../package.json', import.meta.url), 'utf8')
  return (JSON.parse(manifest) as { version: string }).version
}

/** The listeners of the mode: the sandbox has plain HTTP on loopback, production has metrics there and nothing else. */
export async function openDoors(config: Config, { server }: Gateway, log: Log) {
  const { caFile, ...tls } = await tlsFilesOf(config)
  const handle = (request: IncomingMessage, response: ServerResponse, door: Door) => {
    markDoor(request, door)
    server.routing(request, response)
  }
  const common = {
    headerTimeoutMs: config.headerTimeoutMs,
    bodyTimeoutMs: config.bodyTimeoutMs,
    onBadConnection: (problem: ConnectionProblem) => badConnectionAnswer(problem, randomIdentifiers.requestId()),
    warn: (message: string) => log.warn(message),
  }
  const { host } = config
  const wanted: readonly Pick<ListenerOptions, 'door' | 'host' | 'port' | 'portSetting' | 'tls'>[] = [
    { door: 'https', host, port: config.httpsPort, portSetting: 'TOLLGATE_HTTPS_PORT', tls },
    { door: 'mtls', host, port: config.mtlsPort, portSetting: 'TOLLGATE_MTLS_PORT', tls },
    config.mode === 'sandbox'
      ? { door: 'http', host: 'localhost', port: config.httpPort, portSetting: 'TOLLGATE_HTTP_PORT' }
      : { door: 'metrics', host: 'localhost', port: config.metricsPort, portSetting: 'TOLLGATE_METRICS_PORT' },
  ]
  const opened: Listener[] = []
  try {
    for (const options of wanted) {
      opened.push(await openListener(handle, { hostSetting: 'TOLLGATE_HOST', ...common, ...options }))
    }
  } catch (error) {
    await Promise.all(opened.map((listener) => listener.closeNow()))
    throw error
  }
  const urlOf = (door: Door) => opened.find((listener) => listener.door === door)?.url
  return {
    httpsUrl: urlOf('https') ?? '',
    mtlsUrl: urlOf('mtls') ?? '',
    httpUrl: urlOf('http'),
    metricsUrl: urlOf('metrics'),
    caFile,
    /** Reads keys and certificates again. */
    reload: () => Promise.all(opened.map((listener) => listener.reload())),
    /** True when everything in flight finished within the time; what did not is cut off. */
    async drain(timeoutMs: number): Promise<boolean> {
      const drained = Promise.all(opened.map((listener) => listener.stopAccepting())).then(() => true)
      const { promise: late, resolve } = Promise.withResolvers<boolean>()
      const timer = setTimeout(resolve, timeoutMs, false)
      const isDrained = await Promise.race([drained, late])
      clearTimeout(timer)
      if (!isDrained) await Promise.all(opened.map((listener) => listener.closeNow()))
      return isDrained
    },
  }
}

/** Failures whose message is one line for the person who runs the gateway. */
export function isOperatorFailure(error: unknown): boolean {
  return [DataFolderFailure, EmbeddedPostgresFailure, KeyFailure, ListenFailure, MigrationFailure].some(
    (Failure) => error instanceof Failure,
  )
}

/** Key and certificate of the TLS listeners: the operator's, or the sandbox's own from the development CA. */
export async function tlsFilesOf(
  config: Config,
): Promise<{ keyFile: string; certificateFile: string; caFile?: string }> {
  const { tlsKeyFile, tlsCertificateFile, dataDir } = config
  if (tlsKeyFile && tlsCertificateFile) return { keyFile: tlsKeyFile, certificateFile: tlsCertificateFile }
  const made = await ensureDevelopmentCertificates(join(dataDir, 'tls'))
  return { keyFile: made.serverKeyFile, certificateFile: made.serverCertificateFile, caFile: made.caCertificateFile }
}
