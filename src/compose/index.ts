// The only place where ports meet adapters. The gateway itself is put together in compose/gateway.ts: a command that only
// looks something up should not have to read the whole server first.
import { join } from 'node:path'
import { AdapterFailure } from '../adapters/acquirers/load-adapters.ts'
import { type IssuedClientCertificate, issueClientCertificate } from '../adapters/certificates/development-ca.ts'
import { ConsoleBuildFailure } from '../adapters/console-pages/build.ts'
import { type Database, openDatabase } from '../adapters/postgres/database.ts'
import { type DatabaseClock, databaseClock } from '../adapters/postgres/database-clock.ts'
import {
  type Connection,
  EmbeddedPostgresFailure,
  type SupervisedPostgres,
  startEmbeddedPostgres,
  superviseEmbeddedPostgres,
} from '../adapters/postgres/embedded/index.ts'
import { withStartLock } from '../adapters/postgres/embedded/start-lock.ts'
import { MigrationFailure } from '../adapters/postgres/migrate.ts'
import { moneyPathSettings } from '../adapters/postgres/payments/money-statements.ts'
import { moneyPathConnections, paymentConnections } from '../adapters/postgres/payments/transactions.ts'
import { followPrimary, type PrimaryServer } from '../adapters/postgres/servers/follow-primary.ts'
import { serverNameOf } from '../adapters/postgres/servers/server-name.ts'
import { tokenConnections } from '../adapters/postgres/tokens/tokens.ts'
import { watchConnections } from '../adapters/postgres/watched-connections.ts'
import { DataFolderFailure, isDataFolderLocked } from '../adapters/system/data-folder.ts'
import { IpCountriesFailure } from '../adapters/system/ip-countries.ts'
import type { Log } from '../adapters/telemetry/log.ts'
import type { SimulatedTokenService } from '../adapters/token-service/simulator/index.ts'
import { KeyFailure } from '../adapters/vault/key-encryption-key.ts'
import { WalletRootsFailure } from '../adapters/wallets/trusted-roots.ts'
import type { Config } from '../config/config.ts'
import { serverUrlsOf } from '../config/database-url.ts'
import { omitUndefined } from '../domain/omit-undefined.ts'
import { ListenFailure } from '../http/edge/listeners/listen-failure.ts'
import type { Ports } from '../operations/call.ts'
import { type AcquirerBooks, BooksUnavailableError } from '../ports/acquirers/acquirer-books.ts'
import { RightsRefusedError } from '../ports/merchants/rights.ts'
import type { Administration } from './administration.ts'
import { BackupFailure } from './backup.ts'
import { simulatorConnections } from './database-connections.ts'
import { type DatabaseOutages, openDatabaseOutages } from './database-outages.ts'
import { composePorts } from './ports.ts'

export { checkClientCertificate } from '../adapters/certificates/client-certificate-policy.ts'
export { buildConsole } from '../adapters/console-pages/build.ts'
export type { Connection as DatabaseServer } from '../adapters/postgres/embedded/index.ts'
export { isSimulatedProvider } from '../adapters/providers/simulator/adapter.ts'
export { type FolderLock, findRunning, lockDataFolder, lockForCommand } from '../adapters/system/data-folder.ts'
export { type Log, openLog } from '../adapters/telemetry/log.ts'
export { type MetricValues, sumCounters, sumMetrics } from '../adapters/telemetry/metrics.ts'
export { publicKeyHashOf, readPrivateKey } from '../adapters/wallets/elliptic-keys.ts'
export { pageScripts } from '../http/checkout/script-inventory.ts'

export type { AcceptElsewhere, ListenElsewhere } from '../http/edge/listeners/receive-connections.ts'

export { type CheckReport, findAdapter, optionalKinds, testAdapter } from './adapter-tests.ts'

export { adapterNamesOf, newLinkOf, simulatorLinks } from './adapters.ts'
export { type Administration, composeAdministration } from './administration.ts'
export { exportInstallation, importInstallation } from './backup.ts'
export { connectionsPerProcess } from './database-connections.ts'
export { type CheckResult, runChecks, worstState } from './doctor/run-checks.ts'
export { explainDatabaseError } from './explain-database-error.ts'
export { keyEncryptionBy } from './key-encryption.ts'
export { builtInCatalogue, catalogueOf, checkLink, loadAcquirerAdapters, openLinks } from './links.ts'
export { openListeners, tlsFilesOf } from './listeners.ts'
export { migrateInstallation, pendingMigrations } from './schema.ts'

/** The database of this installation and what it takes to read it. */
export interface Installation {
  readonly database: Database
  /** The connections of the money path alone: nothing else can take them from it. */
  readonly money: Database
  /** Those for what else a payment reads and writes: searches, feeds, reports and jobs cannot take them from it. */
  readonly payments: Database
  /** Of those who play the outside world: no part of the gateway, and perhaps in another database. */
  readonly simulator: Database
  readonly embedded: SupervisedPostgres | undefined
  /** The embedded server runs elsewhere now. */
  followServer(connection: Connection): void
  readonly isSandbox: boolean
  readonly clock: DatabaseClock
  /** Why the database accepts nothing, whenever it does not. */
  readonly outages: Pick<DatabaseOutages, 'onOutage'>
  close(): Promise<void>
}

interface ServerOptions {
  /** A gateway's embedded server is started again when it ends; a command is over before that. */
  readonly isSupervised?: boolean
  /** The embedded server that the primary process runs. */
  readonly server?: Connection | undefined
  /** An embedded server that had ended runs again, perhaps elsewhere. */
  readonly onServerStarted?: (connection: Connection) => void
}

export async function openInstallation(
  config: Config,
  log: Log,
  { isSupervised = false, server, onServerStarted }: ServerOptions = {},
): Promise<Installation> {
  const { databaseUrl, databasePoolSize: poolSize, dataDir, simulatorDatabaseUrl } = config
  const start = () => startEmbeddedPostgres({ dataDir, log: (line) => log.debug({ line }, 'embedded PostgreSQL') })
  const started = databaseUrl || server ? undefined : await start()
  let closing: Promise<void> | undefined
  const onError = (err: Error) => {
    // A server that stops may end a connection that we are ending ourselves.
    if (!closing) log.warn({ err }, 'a database connection was lost')
  }
  const embeddedAt = started?.connection ?? server
  const address = embeddedAt ? { ...embeddedAt, ssl: false as const } : databaseUrl && { connectionString: databaseUrl }
  if (!address) throw new Error('there is neither a database URL nor an embedded database')
  const { databaseStatementTimeoutMs: statementTimeoutMs, moneyStatementTimeoutMs, lockTimeoutMs } = config
  const outages = openDatabaseOutages(log)
  const primary = databaseUrl && !embeddedAt ? await openPrimary(databaseUrl, log) : undefined
  const usual = {
    onError,
    ...omitUndefined({ primary }),
    connections: watchConnections(),
    statementTimeoutMs,
    onOutage: outages.note,
  }
  const ofPayments = { ...usual, statementTimeoutMs: moneyStatementTimeoutMs }
  const database = openDatabase(address, { ...usual, poolSize })
  const money = openDatabase(address, {
    ...ofPayments,
    lockTimeoutMs,
    poolSize: moneyPathConnections + tokenConnections,
    settings: moneyPathSettings,
  })
  const payments = openDatabase(address, { ...ofPayments, poolSize: paymentConnections })
  // Of another server nothing follows from what is silent here.
  const simulator = simulatorDatabaseUrl
    ? openDatabase(
        { connectionString: simulatorDatabaseUrl },
        { onError, connections: watchConnections(), statementTimeoutMs, poolSize: simulatorConnections },
      )
    : openDatabase(address, { ...usual, poolSize: simulatorConnections })
  const ofServer = simulatorDatabaseUrl ? [database, money, payments] : [database, money, payments, simulator]
  const followServer = (connection: Connection) => {
    for (const pool of ofServer) Object.assign(pool.options, connection)
  }
  const embedded =
    started && isSupervised
      ? superviseEmbeddedPostgres(started, {
          start,
          onEnded: () => log.error('the embedded PostgreSQL stopped and is being restarted'),
          onFailed: (err, tryAgainInMs) =>
            log.error({ err, tryAgainInMs }, 'the embedded PostgreSQL could not be restarted; will retry'),
          onStarted(connection) {
            followServer(connection)
            onServerStarted?.(connection)
            log.info('the embedded PostgreSQL was restarted')
          },
        })
      : started
  return {
    database,
    money,
    payments,
    simulator,
    embedded,
    followServer,
    outages,
    clock: databaseClock(payments),
    isSandbox: config.mode === 'sandbox',
    close: () => {
      primary?.stop()
      closing ??= Promise.all([database, money, payments, simulator].map((pool) => pool.end())).then(() => undefined)
      return closing
    },
  }
}

async function openPrimary(databaseUrl: string, log: Log): Promise<PrimaryServer | undefined> {
  const [first, ...others] = serverUrlsOf(databaseUrl)
  if (first === undefined) return undefined
  const primary = followPrimary([first, ...others])
  primary.onChanged((url) => log.warn({ server: serverNameOf(url) }, 'another database server is the primary'))
  // A former primary among the servers is known only by comparison. While none answers, every connection tries again.
  if (primary.hasAlternatives) await primary.find().catch(() => {})
  return primary
}

/** Ends a command's use of the database: an embedded server that the command started is stopped again. */
export async function releaseInstallation({ dataDir }: Config, { embedded, close }: Installation): Promise<void> {
  await close()
  if (!embedded || embedded.adopted) return
  // A gateway takes the folder first and then waits for this lock to look for a server. So it is either seen here, and
  // keeps the server that it may have adopted, or finds none and starts its own.
  await withStartLock(dataDir, async () => {
    if (!isDataFolderLocked(dataDir)) await embedded.stop()
  })
}

/** What the operator's commands move orders and batches with. */
export interface Operations {
  readonly ports: Ports
  /** The books of the acquirer or provider of a link, where they can be read. */
  readonly booksOf: (linkId: string, revision?: number) => AcquirerBooks | undefined
  /** The same of the token service, which can also simulate events of a scheme token, in the sandbox. */
  readonly tokenService: SimulatedTokenService | undefined
  /** Ends the connections of acquirer links. */
  close(): Promise<void>
}

export async function composeOperations(
  config: Config,
  installation: Installation,
  administration: Administration,
): Promise<Operations> {
  const { ports, booksOf, tokenService, links } = await composePorts(config, installation, administration)
  return { ports, booksOf, tokenService, close: links.close }
}

/** A client certificate with its key, for trying things out in the sandbox. */
export function issueDevelopmentCertificate(
  { dataDir }: Config,
  order: { readonly commonName: string; readonly days: number },
): Promise<IssuedClientCertificate> {
  return issueClientCertificate({ folder: join(dataDir, 'tls'), ...order })
}

/** Failures whose message is one line for the person who runs the gateway. */
export function isOperatorFailure(error: unknown): boolean {
  return [
    AdapterFailure,
    BackupFailure,
    BooksUnavailableError,
    ConsoleBuildFailure,
    DataFolderFailure,
    EmbeddedPostgresFailure,
    IpCountriesFailure,
    KeyFailure,
    ListenFailure,
    MigrationFailure,
    RightsRefusedError,
    WalletRootsFailure,
  ].some((Failure) => error instanceof Failure)
}
