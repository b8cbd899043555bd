// Whether a contract migration was applied: then no process of the previous release is left, and what it has stored need not be read.
import type { Database } from './database.ts'
import { gatewaySchema } from './migrate.ts'

/** The operator's rows that payments of all merchants need are in tables of their own. */
export const operatorRowsMoved = '0077-operator-rows-on-every-node.contract.sql'

interface Options {
  /** How long "not yet" is remembered; "applied" stays. */
  readonly askEveryMs?: number
  /** The monotonic clock. */
  readonly nowMs?: () => number
}

export function contractApplied(
  name: string,
  { askEveryMs = 0, nowMs = () => performance.now() }: Options = {},
): (database: Pick<Database, 'query'>) => Promise<boolean> {
  let isApplied = false
  let askedAtMs = Number.NEGATIVE_INFINITY
  return async (database) => {
    if (isApplied || nowMs() - askedAtMs < askEveryMs) return isApplied
    const beganAtMs = nowMs()
    const { rowCount } = await database.query('select from schema_migrations where track = $1 and name = $2', [
      gatewaySchema.name,
      name,
    ])
    isApplied = rowCount === 1
    askedAtMs = beganAtMs
    return isApplied
  }
}
