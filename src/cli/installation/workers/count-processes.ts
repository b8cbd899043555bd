// How many processes serve requests: as many as wanted, and no more than the database has connections for.
import { availableParallelism } from 'node:os'
import { connectionsPerProcess, type Installation, type Log } from '../../../compose/index.ts'
import type { Config } from '../../../platform/config/config.ts'

/** For commands, doctor and the operator's own tools. */
const connectionsLeftOver = 15

export async function countProcesses(
  config: Pick<Config, 'processes' | 'databasePoolSize' | 'mode'>,
  { database }: Pick<Installation, 'database'>,
  log: Pick<Log, 'warn'>,
): Promise<number> {
  // What an operator asks for by a number is done, and doctor says whether it fits.
  if (config.processes !== 'auto') return config.processes
  const cores = availableParallelism()
  const { rows } = await database.query<{ max_connections: string }>('show max_connections')
  const max = Number(rows[0]?.max_connections ?? 100)
  const possible = Math.max(1, Math.floor((max - connectionsLeftOver) / connectionsPerProcess(config)))
  if (possible < cores)
    log.warn(
      { cores, processes: possible, maxConnections: max },
      'fewer processes than processor cores: raise max_connections of the database to use all of them',
    )
  return Math.min(cores, possible)
}
