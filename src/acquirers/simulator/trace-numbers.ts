// System trace numbers, taken from the database by the thousand: a payment needs no separate statement for one.
import type { Database } from '../../platform/postgres/database.ts'

/** How far the sequence moves at once; the migration says the same. */
const blockSize = 1000
const numbers = 1_000_000

export interface TraceNumbers {
  /** The given number of six-digit numbers, each issued once until they wrap around. */
  take(count: number): Promise<readonly string[]>
}

export function traceNumbers(database: Database): TraceNumbers {
  let next = 0
  let left = 0
  let refill: Promise<void> | undefined

  async function readBlock(): Promise<void> {
    const { rows } = await database.query<{ start: string }>("select nextval('simulated_acquirer.stan')::text as start")
    next = Number(rows[0]?.start ?? 0)
    left = blockSize
  }

  return {
    async take(count) {
      const taken: string[] = []
      while (taken.length < count) {
        if (left === 0) {
          refill ??= readBlock().finally(() => {
            refill = undefined
          })
          await refill
          continue
        }
        taken.push(String(next % numbers).padStart(6, '0'))
        next += 1
        left -= 1
      }
      return taken
    },
  }
}
