// How many database connections a process of the gateway opens at most.
import { moneyPathConnections, paymentConnections } from '../payments/postgres/transactions.ts'
import type { Config } from '../platform/config/config.ts'
import { tokenConnections } from '../tokens/postgres/tokens.ts'

export const simulatorConnections = 4
/** To each node of a distributed database, for jobs. */
export const workConnections = 4
/** To each node of a distributed database that has rows of merchants, beside those of the entry. */
export const connectionsPerNode = moneyPathConnections + paymentConnections + workConnections
/** To the entry of a distributed database, for what payments read of tables that are copied to every node. */
export const copiesConnections = 4
/** To each standby. */
export const replicaConnections = 4

export function connectionsPerProcess({ databasePoolSize, mode }: Pick<Config, 'databasePoolSize' | 'mode'>): number {
  const ofSimulator = mode === 'sandbox' ? simulatorConnections : 0
  return databasePoolSize + moneyPathConnections + tokenConnections + paymentConnections + ofSimulator
}
