// Opens an installation and what commands work with. The gateway itself is put together in compose/gateway.ts: a command that only
// looks something up should not have to read the whole server first.
import { join } from 'node:path'
import { omitUndefined } from '../kernel/omit-undefined.ts'
import type { AcquirerBooks } from '../payments/index.ts'
import { moneyPathSettings } from '../payments/postgres/money-statements.ts'
import { moneyPathConnections, paymentConnections } from '../payments/postgres/transactions.ts'
import { type IssuedClientCertificate, issueClientCertificate } from '../platform/certificates/development-ca.ts'
import type { Config } from '../platform/config/config.ts'
import { serverUrlsOf } from '../platform/config/database-url.ts'
import { type Database, openDatabase } from '../platform/postgres/database.ts'
import { type DatabaseClock, databaseClock } from '../platform/postgres/database-clock.ts'
import {
  type Connection,
  type EmbeddedPostgres,
  type SupervisedPostgres,
  startEmbeddedPostgres,
  superviseEmbeddedPostgres,
} from '../platform/postgres/embedded/index.ts'
import { withStartLock } from '../platform/postgres/embedded/start-lock.ts'
import { watchConnections } from '../platform/postgres/watched-connections.ts'
import { isDataFolderLocked } from '../platform/system/data-folder.ts'
import type { Log } from '../platform/telemetry/log.ts'
import { tokenConnections } from '../tokens/postgres/tokens.ts'
import type { SimulatedTokenService } from '../tokens/token-service/simulator/index.ts'
import type { Administration } from './administration.ts'
import { composeSubjects } from './compose-subjects.ts'
import { copiesConnections, replicaConnections, simulatorConnections } from './database-connections.ts'
import { type DatabaseForm, nodesForm, oneServerForm } from './database-forms.ts'
import { type DatabaseOutages, openDatabaseOutages } from './database-outages.ts'
import type { Dependencies } from './dependencies.ts'
import { findDistributedDatabase } from './distributed-database.ts'
import { openPrimary } from './open-primary.ts'

export { isSimulatedProvider } from '../browser-payments/providers/simulator/adapter.ts'
export { type CheckReport, findAdapter, optionalKinds, testAdapter } from './adapter-tests.ts'
export { adapterNamesOf, newLinkOf, simulatorLinks } from './adapters.ts'
export { type Administration, composeAdministration } from './administration.ts'
export { connectionsPerProcess } from './database-connections.ts'
export { explainDatabaseError } from './explain-database-error.ts'
export { keyEncryptionBy } from './key-encryption.ts'
export { builtInCatalogue, catalogueOf, checkLink, loadAcquirerAdapters, openLinks } from './links.ts'
export { openListeners, tlsFilesOf } from './listeners.ts'
export { type MigrationRequest, migrateInstallation, pendingMigrations, refuseFormerSchema } from './schema.ts'

/** The database of this installation and what it takes to read it. */
export interface Installation extends DatabaseForm {
  readonly database: Database
  /** The connections of the money path alone: nothing else can take them from it. */
  readonly money: Database
  /** Those for what else a payment reads and writes: searches, feeds, reports and jobs cannot take them from it. */
  readonly payments: Database
  /** Standbys for what may be seconds old, if any are named. */
  readonly replicas: readonly Database[]
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
  /** A command does one thing at a time: all but the money path uses the same connections. */
  readonly isCommand?: boolean
  /** A gateway's embedded server is started again when it ends; a command is over before that. */
  readonly isSupervised?: boolean
  /** The embedded server that the primary process runs. */
  readonly server?: Connection | undefined
  /** An embedded server that had ended runs again, perhaps elsewhere. */
  readonly onServerStarted?: ((connection: Connection) => void) | undefined
  /** Ends the start of an embedded server that is under way. */
  readonly signal?: AbortSignal
  /** What the start of an embedded server is doing. */
  readonly onServerLine?: (line: string) => void
}

export async function openInstallation(config: Config, log: Log, options: ServerOptions = {}): Promise<Installation> {
  const { databaseUrl, dataDir } = config
  const { server, signal, onServerLine } = options
  const onLine = (line: string) => {
    log.debug({ line }, 'embedded PostgreSQL')
    onServerLine?.(line)
  }
  const started = databaseUrl || server ? undefined : await startEmbeddedPostgres({ dataDir, log: onLine, signal })
  try {
    return await openOnServer(started, config, log, options)
  } catch (error) {
    // Whatever keeps the gateway from using it: a server that this start has launched does not stay behind.
    await started?.stop()
    throw error
  }
}

/** On the embedded server that was started, or on one that runs elsewhere. */
async function openOnServer(
  started: EmbeddedPostgres | undefined,
  config: Config,
  log: Log,
  { isCommand = false, isSupervised = false, server: startedServer, onServerStarted }: ServerOptions,
): Promise<Installation> {
  const { databaseUrl, databasePoolSize: poolSize, dataDir, simulatorDatabaseUrl } = config
  const start = () => startEmbeddedPostgres({ dataDir, log: (line) => log.debug({ line }, 'embedded PostgreSQL') })
  let closing: Promise<void> | undefined
  const onError = (err: Error) => {
    // A server that stops may end a connection that we are ending ourselves.
    if (!closing) log.warn({ err }, 'a database connection was lost')
  }
  const embeddedAt = started?.connection ?? startedServer
  const address = embeddedAt ? { ...embeddedAt, ssl: false as const } : databaseUrl && { connectionString: databaseUrl }
  if (!address) throw new Error('there is neither a database URL nor an embedded database')
  const { databaseStatementTimeoutMs: statementTimeoutMs, moneyStatementTimeoutMs, lockTimeoutMs } = config
  const outages = openDatabaseOutages(log)
  const server = databaseUrl && !embeddedAt ? await openPrimary(databaseUrl, dataDir, log) : undefined
  const ofOneServer = {
    onError,
    ...omitUndefined({ primary: server }),
    connections: watchConnections(),
    statementTimeoutMs,
    onOutage: outages.note,
  }
  // It may need a connection for one purpose while it holds one for another: as many as there would be for all.
  const usualSize = isCommand ? poolSize + paymentConnections + simulatorConnections : poolSize
  const onOneServer = openDatabase(address, { ...ofOneServer, poolSize: usualSize })
  const distributed = server && (await findDistributedDatabase(server, onOneServer))
  if (distributed) await onOneServer.end()
  const primary = distributed?.entry ?? server
  const usual = { ...ofOneServer, ...omitUndefined({ primary }) }
  const ofPayments = { ...usual, statementTimeoutMs: moneyStatementTimeoutMs }
  const database = distributed
    ? openDatabase(address, { ...usual, ...distributed.entryOptions, poolSize: usualSize })
    : onOneServer
  const ofMoney = { ...ofPayments, lockTimeoutMs, settings: moneyPathSettings, ...distributed?.options }
  const money = openDatabase(address, { ...ofMoney, poolSize: moneyPathConnections + tokenConnections })
  const payments = isCommand
    ? database
    : openDatabase(address, { ...ofPayments, ...distributed?.entryOptions, poolSize: paymentConnections })
  // Statements that wait for a silent node may have every other connection.
  const copies =
    distributed && openDatabase(address, { ...ofPayments, ...distributed.entryOptions, poolSize: copiesConnections })
  const nodes = distributed?.openNodes(
    { database, money, payments },
    { database: usual, money: ofMoney, payments: ofPayments },
  )
  // Of another server nothing follows from what is silent here.
  const simulator = simulatorDatabaseUrl
    ? openDatabase(
        { connectionString: simulatorDatabaseUrl },
        { onError, connections: watchConnections(), statementTimeoutMs, poolSize: simulatorConnections },
      )
    : isCommand
      ? database
      : openDatabase(address, { ...usual, poolSize: simulatorConnections })
  // Of a standby nothing follows for the primary either.
  const replicas = serverUrlsOf(config.replicaUrl ?? '').map((connectionString) =>
    openDatabase(
      { connectionString },
      {
        onError,
        connections: watchConnections(),
        statementTimeoutMs,
        poolSize: replicaConnections,
        settings: '-c default_transaction_read_only=on',
      },
    ),
  )
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
    ...(nodes && copies
      ? nodesForm({ database, money, payments, copies }, nodes)
      : oneServerForm({ database, money, payments })),
    simulator,
    replicas,
    embedded,
    followServer,
    outages,
    clock: databaseClock(copies ?? payments),
    isSandbox: config.mode === 'sandbox',
    close: () => {
      primary?.stop()
      const pools = new Set([database, money, payments, simulator, ...replicas, ...(copies ? [copies] : [])])
      closing ??= Promise.all([nodes?.close(), ...[...pools].map((pool) => pool.end())]).then(() => undefined)
      return closing
    },
  }
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
  readonly dependencies: Dependencies
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
  const { dependencies, outside } = await composeSubjects(config, installation, administration)
  const { booksOf, tokenService, links } = outside
  return { dependencies, booksOf, tokenService, close: links.close }
}

/** A client certificate with its key, for trying things out in the sandbox. */
export function issueDevelopmentCertificate(
  { dataDir }: Config,
  order: { readonly commonName: string; readonly days: number },
): Promise<IssuedClientCertificate> {
  return issueClientCertificate({ folder: join(dataDir, 'tls'), ...order })
}
