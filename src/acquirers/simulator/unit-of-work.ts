// Several statements of the simulated acquirer that are committed together.
import { type Database, inUnitOfWork as inOne, type UnitOfWorkOptions } from '../../platform/postgres/database.ts'

/** Anything that runs a statement: the pool, or one connection inside a unit of work. */
export type SimulatorClient = Pick<Database, 'query'>

/** Every look-up here is by an index, also when the statistics are from a time when the table was empty. */
const begin = `begin;
  set local enable_seqscan = off; set local enable_hashjoin = off; set local enable_mergejoin = off`

export function inSimulatorUnitOfWork<T>(
  database: Database,
  work: (runner: SimulatorClient) => Promise<T>,
  options: Pick<UnitOfWorkOptions<T>, 'isKept'> = {},
): Promise<T> {
  return inOne(database, work, { begin, ...options })
}
