// Connections to PostgreSQL, and several statements as one unit of work.

import type { PoolClient } from 'pg'
import pg from 'pg'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import { StoreOverloaded } from '../../kernel/store-overloaded.ts'
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

export type Database = pg.Pool

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
  } = options
  const pool = new Pool({
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
  if (options.onOutage) pool.onOutage = options.onOutage
  if (primary?.hasAlternatives) {
    pool.primary = primary
    primary.onChanged((connectionString) => {
      Object.assign(pool.options, { connectionString })
      connections.leaveOthers(connectionString)
    })
  }
  followPool(pool)
  // The pool replaces an idle connection that breaks (the server restarted); without a listener the error would end the
  // process.
  pool.on('error', onError)
  // A connection in use fails the statement under way, and its caller gets the error; without a listener the additional
  // event would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Whatever was sent: nothing was done. */
const undoneKinds: readonly DatabaseErrorKind[] = ['NOT_NOW', 'HELD']

/** Throws the port's own error when the database accepts nothing at the moment. */
class Pool extends pg.Pool {
  onOutage: OutageListener = () => {}
  primary: PrimaryServer | undefined

  /** Without a connection nothing was sent, whatever the reason. */
  override connect(...parameters: never[]): never {
    const open = super.connect.bind(this) as (...args: unknown[]) => unknown
    const [callback] = parameters as unknown[]
    const refuse = (error: unknown) => this.refuse(error, ['NOT_NOW', 'LOST'])
    const answering = this.primary?.untilAnswering?.()
    if (typeof callback === 'function') {
      const onConnected = (error: unknown, ...others: unknown[]) => callback(error && refuse(error), ...others)
      const connect = () =>
        open((error: unknown, ...others: unknown[]) =>
          this.isElsewhere(error)
            ? void this.primary?.find().then(() => open(onConnected), onConnected)
            : onConnected(error, ...others),
        )
      return (answering ? void answering.then(connect, onConnected) : connect()) as never
    }
    return (answering ? answering.then(() => open()) : (open() as Promise<unknown>))
      .catch(async (error: unknown) => {
        if (!this.isElsewhere(error)) throw error
        await this.primary?.find()
        return open()
      })
      .catch((error: unknown) => {
        throw refuse(error)
      }) as never
  }

  /** The server could not be reached or is not the primary, and another one may be. */
  isElsewhere(error: unknown): boolean {
    return this.primary !== undefined && ['NOT_NOW', 'LOST'].includes(databaseErrorKindOf(error))
  }

  /** Without a callback: nothing of the gateway gives one. */
  override query(...parameters: never[]): never {
    const send = () => this.#sendOnConnection(parameters)
    return send()
      .catch((error: unknown) => {
        if (error instanceof StoreOverloaded || isOfAnotherNode(error)) throw error
        if (!isBrokenConnection(error) || !isRead(parameters[0])) throw error
        // A read has changed nothing. When the server has gone, the next connection shows it.
        return send()
      })
      .catch((error: unknown) => {
        throw this.refuse(error, isRead(parameters[0]) ? ['NOT_NOW', 'HELD', 'LOST'] : undoneKinds)
      }) as never
  }

  /** The driver's own way closes the connection after every error. */
  async #sendOnConnection(parameters: readonly unknown[]): Promise<unknown> {
    const client = await (this.connect() as Promise<PoolClient>)
    let isKept = true
    try {
      return await (client.query as (...args: readonly unknown[]) => Promise<unknown>).call(client, ...parameters)
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
    if (kind !== 'HELD') this.onOutage(outageReasonOf(error), message)
    return Object.assign(new StoreOverloaded(message, { cause: error }), omitUndefined({ code }))
  }
}

function serverUrlOf(client: unknown): string {
  return (client as { readonly serverUrl?: string }).serverUrl ?? ''
}

function isRead(query: unknown): boolean {
  const text = typeof query === 'string' ? query : (query as { readonly text?: string } | undefined)?.text
  return /^\s*select\b/i.test(text ?? '')
}

/** What to throw for an error of a connection that was taken from the pool. */
export function translateDatabaseError(database: Database, error: unknown): unknown {
  return database instanceof Pool ? database.refuse(error) : error
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
