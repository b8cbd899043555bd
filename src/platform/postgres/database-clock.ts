// The gateway's clock. Timestamps come from the system's clock; expiries and lock-outs from the database's, which all
// processes share, carried on by the monotonic clock: setting a clock back extends nothing in a running process. What looks like a
// suspension of the machine counts until the database's clock is read again, which says how long it was.

import type { Clock } from '../../kernel/clock.ts'
import { suspendedMs as suspendedOfProcess } from '../concurrency/elapsed-time.ts'
import { systemClock } from '../system/clock.ts'
import type { Database } from './database.ts'

export interface DatabaseClock extends Clock {
  /** Compares with the database's clock; to be repeated from time to time. */
  read(): Promise<void>
}

interface Sources {
  readonly system?: Omit<Clock, 'expiryTime'>
  readonly monotonicMs?: () => number
  /** How long the machine has been suspended, without the monotonic clock. */
  readonly suspendedMs?: () => number
}

export function databaseClock(
  database: Pick<Database, 'query'>,
  { system = systemClock, monotonicMs = () => performance.now(), suspendedMs = suspendedOfProcess }: Sources = {},
): DatabaseClock {
  // The time at which the monotonic clock was zero.
  let originMs = system.now().getTime() - monotonicMs()
  let isRead = false
  /** What the database's clock had when it was read last. */
  let knownSuspendedMs = suspendedMs()

  return {
    now: system.now,
    sleep: system.sleep,
    expiryTime: () => new Date(Math.floor(originMs + monotonicMs() + suspendedMs() - knownSuspendedMs)),
    async read() {
      const sentMs = monotonicMs()
      const suspendedBeforeMs = suspendedMs()
      const { rows } = await database.query<{ now: Date }>('select clock_timestamp() as now')
      const receivedMs = monotonicMs()
      const there = rows[0]?.now.getTime()
      if (there === undefined) throw new Error('the database did not return its time')
      // The database read its clock at some moment in between, and its milliseconds are cut off.
      const [earliestMs, latestMs] = [there - receivedMs, there + 1 - sentMs]
      // The first time this may go back, to where the other processes are.
      if (!isRead) originMs = Math.min(originMs, latestMs)
      originMs = Math.max(originMs, earliestMs)
      isRead = true
      knownSuspendedMs = suspendedBeforeMs
    },
  }
}
