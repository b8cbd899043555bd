// Connections to PostgreSQL, and several statements as one unit of work.
import pg, { type PoolClient } from 'pg'
import { StoreOverloaded } from '../../kernel/failures.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import {
  type DatabaseErrorKind,
  databaseErrorKindOf,
  isBrokenConnection,
  isOfAnotherNode,
  leavesConnectionUsable,
  type OutageReason,
  outageReasonOf,
} from './database-errors.ts'
import type { PrimaryServer } from './servers/follow-primary.ts'
import { followPool, liftDeadline, type WatchedConnections, watchConnections } from './watched-connections.ts'

/** As the driver types rows whose columns the caller does not name. */
type AnyRow = pg.QueryResult['rows'][number]

/** A pool of connections that says by its errors when the database accepts nothing. */
export interface Database extends Pick<pg.Pool, 'options' | 'totalCount' | 'on' | 'end'> {
  query<Row extends pg.QueryResultRow = AnyRow>(
    query: string | pg.QueryConfig,
    values?: readonly unknown[],
  ): Promise<pg.QueryResult<Row>>
  connect(): Promise<PoolClient>
}

/** Where the database is: a URL, or the socket and names of the embedded server. */
type DatabaseAddress =
  | { readonly connectionString: string }
  | {
      readonly host: string
      readonly port: number
      readonly user: string
      readonly database: string
      readonly password?: string
      /** False for the embedded server, whatever PGSSLMODE says about others. */
      readonly ssl?: false
    }

export interface DatabaseOptions {
  readonly poolSize: number
  readonly onError: (error: Error) => void
  readonly settings?: string
  /** The gateway's statements take milliseconds; one that hangs must not hold a request for ever. */
  readonly statementTimeoutMs?: number
  /** How long a statement waits for a locked row; by default as long as for anything else. */
  readonly lockTimeoutMs?: number
  readonly connections?: WatchedConnections
  /** Called whenever the database accepts nothing, with the reason and the database's message. */
  readonly onOutage?: OutageListener
  /** Statements are sent without waiting for the answers to those before them; see `inPipelinedUnit`. */
  readonly isPipelined?: boolean
  /** Which of the servers of the address is used; each new connection is checked. */
  readonly primary?: PrimaryServer
}

export type OutageListener = (reason: OutageReason, message: string) => void

/**
 * The server cancels a statement at its timeout and reports it; a server that has not answered by then is unreachable.
 */
const answerMarginMs = 1_000
/** A client that stalls in the middle of a unit of work must not hold its rows for longer. */
const idleInUnitOfWorkMs = 5_000
const keepAliveMs = 5_000
/** A payment after a quiet minute finds connections that are open, with its statements prepared. */
const keptIdleMs = 300_000

export function openDatabase(address: DatabaseAddress, options: DatabaseOptions): Database {
  const {
    poolSize,
    onError,
    settings,
    statementTimeoutMs = 20_000,
    lockTimeoutMs,
    connections = watchConnections(),
    primary,
    onOutage = () => undefined,
  } = options
  const pool = new pg.Pool({
    ...address,
    ...(primary && {
      connectionString: primary.url,
      verify: (client, done) => void primary.check(client, serverUrlOf(client)).then(() => done(), done),
    }),
    max: poolSize,
    ...(options.isPipelined && { pipeline: true }),
    application_name: 'tollgate',
    ...omitUndefined({ options: settings }),
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: keptIdleMs,
    statement_timeout: statementTimeoutMs,
    ...omitUndefined({ lock_timeout: lockTimeoutMs }),
    idle_in_transaction_session_timeout: idleInUnitOfWorkMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    Client: connections.clientsWithin(statementTimeoutMs + answerMarginMs),
  })
  const alternatives = primary?.hasAlternatives ? primary : undefined
  alternatives?.onChanged((connectionString) => {
    Object.assign(pool.options, { connectionString })
    connections.leaveOthers(connectionString)
  })
  followPool(pool)
  // The pool replaces an idle connection that breaks (the server restarted); without a listener the error would end the
  // process.
  pool.on('error', onError)
  // A connection in use fails the statement under way, and its caller gets the error; without a listener the additional
  // event would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  return new PooledDatabase(pool, { onOutage, alternatives })
}

/** Whatever was sent: nothing was done. */
const undoneKinds: readonly DatabaseErrorKind[] = ['NOT_NOW', 'HELD']

/** Throws the port's own error when the database accepts nothing at the moment. */
class PooledDatabase implements Database {
  readonly on: pg.Pool['on']
  readonly #pool: pg.Pool
  readonly #onOutage: OutageListener
  readonly #alternatives: PrimaryServer | undefined

  constructor(
    pool: pg.Pool,
    { onOutage, alternatives }: { readonly onOutage: OutageListener; readonly alternatives: PrimaryServer | undefined },
  ) {
    this.#pool = pool
    this.#onOutage = onOutage
    this.#alternatives = alternatives
    this.on = pool.on.bind(pool)
  }

  get options(): pg.PoolOptions {
    return this.#pool.options
  }

  get totalCount(): number {
    return this.#pool.totalCount
  }

  end(): Promise<void> {
    return this.#pool.end()
  }

  async connect(): Promise<PoolClient> {
    try {
      const answering = this.#alternatives?.untilAnswering?.()
      if (answering) await answering
      return await this.#pool.connect().catch(async (error: unknown) => {
        if (!this.#isElsewhere(error)) throw error
        await this.#alternatives?.find()
        return this.#pool.connect()
      })
    } catch (error) {
      // Without a connection nothing was sent, whatever the reason.
      throw this.refuse(error, ['NOT_NOW', 'LOST'])
    }
  }

  /** The server could not be reached or is not the primary, and another one may be. */
  #isElsewhere(error: unknown): boolean {
    return this.#alternatives !== undefined && ['NOT_NOW', 'LOST'].includes(databaseErrorKindOf(error))
  }

  async query<Row extends pg.QueryResultRow>(
    query: string | pg.QueryConfig,
    values?: readonly unknown[],
  ): Promise<pg.QueryResult<Row>> {
    const send = () => this.#sendOnConnection<Row>(query, values)
    try {
      return await send().catch((error: unknown) => {
        if (error instanceof StoreOverloaded || isOfAnotherNode(error)) throw error
        if (!isBrokenConnection(error) || !isRead(query)) throw error
        // A read has changed nothing. When the server has gone, the next connection shows it.
        return send()
      })
    } catch (error) {
      throw this.refuse(error, isRead(query) ? ['NOT_NOW', 'HELD', 'LOST'] : undoneKinds)
    }
  }

  /** The driver's own way closes the connection after every error. */
  async #sendOnConnection<Row extends pg.QueryResultRow>(
    query: string | pg.QueryConfig,
    values: readonly unknown[] | undefined,
  ): Promise<pg.QueryResult<Row>> {
    const client = await this.connect()
    let isKept = true
    try {
      return await client.query<Row>(query, values && [...values])
    } catch (error) {
      isKept = leavesConnectionUsable(error)
      throw error
    } finally {
      client.release(!isKept)
    }
  }

  refuse(error: unknown, kinds: readonly DatabaseErrorKind[] = undoneKinds): unknown {
    if (error instanceof StoreOverloaded) return error
    const kind = databaseErrorKindOf(error)
    if (!kinds.includes(kind) && !isOfAnotherNode(error)) return error
    const { message, code } = error as Error & { readonly code?: string }
    // A row that is locked for long, or one slow statement, is no outage.
    if (kind !== 'HELD') this.#onOutage(outageReasonOf(error), message)
    return Object.assign(new StoreOverloaded(message, { cause: error }), omitUndefined({ code }))
  }
}

function serverUrlOf(client: unknown): string {
  return (client as { readonly serverUrl?: string }).serverUrl ?? ''
}

function isRead(query: string | pg.QueryConfig): boolean {
  return /^\s*select\b/i.test(typeof query === 'string' ? query : query.text)
}

/** What to throw for an error of a connection that was taken from the pool. */
export function translateDatabaseError(database: Database, error: unknown): unknown {
  return database instanceof PooledDatabase ? database.refuse(error) : error
}

/** Names a prepared statement: each connection parses and plans it once. */
export function prepared(name: string, text: string): (values: readonly unknown[]) => pg.QueryConfig {
  return (values) => ({ name, text, values: [...values] })
}

export interface UnitOfWorkOptions<T> {
  /** In place of a plain begin: with settings for its statements. */
  readonly begin?: string
  /** Its statements may take minutes. */
  readonly isLong?: boolean
  /** The result of the work may be a reason to roll back. */
  readonly isKept?: (result: T) => boolean
}

export async function inUnitOfWork<T>(
  database: Database,
  work: (client: PoolClient) => Promise<T>,
  { begin = 'begin', isLong = false, isKept = () => true }: UnitOfWorkOptions<T> = {},
): Promise<T> {
  const client = await database.connect()
  if (isLong) liftDeadline(client)
  let isBroken = false
  try {
    await client.query(begin)
    const result = await work(client)
    await client.query(isKept(result) ? 'commit' : 'rollback')
    return result
  } catch (error) {
    // A server that takes no writes may no longer be the primary: the next caller gets a new connection.
    isBroken = databaseErrorKindOf(error) === 'NOT_NOW'
    // A connection that cannot even roll back is of no use to the next caller.
    await client.query('rollback').catch(() => {
      isBroken = true
    })
    throw translateDatabaseError(database, error)
  } finally {
    client.release(isBroken)
  }
}

/** Statements that are committed one by one, on a connection that is there before the first of them is decided on. */
export async function onConnection<T>(database: Database, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await database.connect()
  let failure: unknown
  try {
    return await work(client)
  } catch (error) {
    failure = error
    throw translateDatabaseError(database, error)
  } finally {
    client.release(failure !== undefined)
  }
}
