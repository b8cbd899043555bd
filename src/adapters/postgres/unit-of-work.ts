// Several statements that happen as a whole or not at all.
import type { PoolClient } from 'pg'
import { type Database, translateDatabaseError } from './database.ts'
import { databaseErrorKindOf } from './database-errors.ts'
import { liftDeadline } from './watched-connections.ts'

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
