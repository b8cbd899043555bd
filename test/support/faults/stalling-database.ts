// A database, and a process that sleeps past every deadline during one of its steps: while it waits for a connection, or for
// the response to a statement.
import { mock } from 'node:test'
import type { PoolClient, QueryConfig } from 'pg'
import type { Database } from '../../../src/platform/postgres/database.ts'

const sleepMs = 3_600_000

export function stallingDatabase(database: Database) {
  const now = performance.now.bind(performance)
  let sleptMs = 0
  let step = 0
  let stallAt = 0
  mock.method(performance, 'now', () => now() + sleptMs)

  async function during<T>(work: () => Promise<T>): Promise<T> {
    const result = await work()
    step += 1
    if (step === stallAt) sleptMs += sleepMs
    return result
  }

  const watched = (client: PoolClient) =>
    new Proxy(client, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name)
        if (typeof value !== 'function') return value
        const call = (...parameters: unknown[]) => value.apply(target, parameters)
        return name === 'query' ? (...parameters: unknown[]) => during(() => call(...parameters)) : call
      },
    })

  return {
    database: new Proxy(database, {
      get(target, name) {
        if (name === 'connect') return async () => watched(await during(() => target.connect()))
        if (name === 'query')
          return async (query: QueryConfig | string, values?: unknown[]) => {
            const client = watched(await during(() => target.connect()))
            return client.query(query, values).finally(() => client.release())
          }
        return Reflect.get(target, name)
      },
    }),
    /** From now on, the process sleeps during this step, counted from 1; never without it. Returns the steps so far. */
    stallDuring(next = 0): number {
      const steps = step
      step = 0
      stallAt = next
      return steps
    },
    restore: () => mock.restoreAll(),
  }
}
