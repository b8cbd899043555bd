// Several statements of the simulated acquirer that hold together.
import type pg from 'pg'
import type { Database } from '../../postgres/database.ts'

/** Whatever runs a statement: the pool, or one connection inside a unit of work. */
export type Runner = Pick<pg.PoolClient, 'query'>

/** Every look-up here is by an index, also when the statistics are from a time when the table was empty. */
const begin = `begin;
  set local enable_seqscan = off; set local enable_hashjoin = off; set local enable_mergejoin = off`

export async function inUnitOfWork<T>(database: Database, work: (runner: Runner) => Promise<T>): Promise<T> {
  const client = await database.connect()
  let isBroken = false
  try {
    await client.query(begin)
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {
      isBroken = true
    })
    throw error
  } finally {
    client.release(isBroken)
  }
}
