// Several statements as one unit of work, sent without waiting for each other's answers: a step takes one round trip
// however many statements it has. For pools whose connections are pipelined.
import type { PoolClient, QueryConfig, QueryResultRow } from 'pg'
import type { Database } from './database.ts'
import { translateDatabaseError } from './database.ts'
import { databaseErrorKindOf } from './database-errors.ts'

export interface PipelinedUnit {
  /** The rows that each statement returned, in the order of the statements. */
  send<Row extends QueryResultRow>(statements: readonly QueryConfig[]): Promise<readonly (readonly Row[])[]>
  /** The same for statements after which nothing is left to be decided: they are sent together with the commit. */
  commit<Row extends QueryResultRow>(statements: readonly QueryConfig[]): Promise<readonly (readonly Row[])[]>
}

/** Rolled back unless the work commits. */
export async function inPipelinedUnit<T>(database: Database, work: (unit: PipelinedUnit) => Promise<T>): Promise<T> {
  const client = await database.connect()
  const state = { isBegun: false, isCommitted: false }
  let isBroken = false
  const send = async <Row extends QueryResultRow>(statements: readonly (QueryConfig | string)[]) => {
    const isFirst = !state.isBegun
    state.isBegun = true
    const results = await sendAll<Row>(client, isFirst ? ['begin', ...statements] : statements)
    return isFirst ? results.slice(1) : results
  }
  try {
    return await work({
      send,
      async commit<Row extends QueryResultRow>(statements: readonly QueryConfig[]) {
        const results = await send<Row>([...statements, 'commit'])
        state.isCommitted = true
        return results.slice(0, -1)
      },
    })
  } catch (error) {
    // A server that takes no writes may no longer be the primary: the next caller gets a new connection.
    isBroken = databaseErrorKindOf(error) === 'NOT_NOW'
    throw translateDatabaseError(database, error)
  } finally {
    if (state.isBegun && !state.isCommitted)
      await client.query('rollback').catch(() => {
        isBroken = true
      })
    client.release(isBroken)
  }
}

/** The first failure is the reason of those that follow it in a unit of work. */
async function sendAll<Row extends QueryResultRow>(
  client: PoolClient,
  statements: readonly (QueryConfig | string)[],
): Promise<readonly (readonly Row[])[]> {
  const answers = await Promise.allSettled(statements.map((statement) => client.query<Row>(statement as QueryConfig)))
  return answers.map((answer) => {
    if (answer.status === 'rejected') throw answer.reason
    return answer.value.rows
  })
}
