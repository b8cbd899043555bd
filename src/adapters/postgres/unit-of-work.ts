// Several statements that happen as a whole or not at all.
import type { PoolClient } from 'pg'
import type { Database } from './database.ts'

export interface UnitOfWorkOptions<T> {
  /** In place of a plain begin: with settings for its statements. */
  readonly begin?: string
  /** What came of the work may be a reason to undo it. */
  readonly isKept?: (result: T) => boolean
}

export async function inUnitOfWork<T>(
  database: Database,
  work: (client: PoolClient) => Promise<T>,
  { begin = 'begin', isKept = () => true }: UnitOfWorkOptions<T> = {},
): Promise<T> {
  const client = await database.connect()
  let isBroken = false
  try {
    await client.query(begin)
    const result = await work(client)
    await client.query(isKept(result) ? 'commit' : 'rollback')
    return result
  } catch (error) {
    // A connection that cannot even undo is of no use to the next one.
    await client.query('rollback').catch(() => {
      isBroken = true
    })
    throw error
  } finally {
    client.release(isBroken)
  }
}
