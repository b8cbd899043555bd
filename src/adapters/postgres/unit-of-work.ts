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
  /** What came of the work may be a reason to undo it. */
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
    // A server that takes no writes may no longer be the one to ask: the next one gets a connection of its own.
    isBroken = databaseErrorKindOf(error) === 'NOT_NOW'
    // A connection that cannot even undo is of no use to the next one.
    await client.query('rollback').catch(() => {
      isBroken = true
    })
    throw translateDatabaseError(error)
  } finally {
    client.release(isBroken)
  }
}
