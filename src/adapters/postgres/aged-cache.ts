// What was read a moment ago, by key. Ages are taken from the monotonic clock: a system clock that is set back makes
// nothing last for longer.
import { StoreOverloaded } from '../../ports/payments/store.ts'
import { isTransient } from './database-errors.ts'

export interface AgedCacheOptions<Value> {
  readonly read: (key: string) => Promise<Value>
  /** Nobody acts on what was read longer ago than this, as long as the database answers. */
  readonly freshMs: number
  /** While the database does not answer, what was read no longer ago than this serves; without it nothing does. */
  readonly staleMs?: number
  /** How long a reader waits for the database before it takes what is stale. */
  readonly waitMs?: number
  readonly entriesMax?: number
  readonly nowMs?: () => number
}

export interface AgedCache<Value> {
  get(key: string): Promise<Value>
  /** What is known of the key no longer counts, and neither does what is being read at this moment. */
  forget(key: string): void
}

interface Reading<Value> {
  readonly sinceMs: number
  readonly value: Promise<Value>
}

interface Entry<Value> {
  /** When the read began: what changed after that may not be in it. */
  readonly readAtMs: number
  readonly value: Value
}

/** Longer than a read takes on a busy machine, and short beside what a caller waits for an answer. */
const usualWaitMs = 1_000

export function agedCache<Value>(options: AgedCacheOptions<Value>): AgedCache<Value> {
  const { read, freshMs, staleMs = freshMs, waitMs = usualWaitMs, entriesMax = 10_000 } = options
  const { nowMs = () => performance.now() } = options
  const known = new Map<string, Entry<Value>>()
  const reading = new Map<string, Reading<Value>>()

  const within = (entry: Entry<Value> | undefined, ageMs: number) =>
    entry && nowMs() - entry.readAtMs < ageMs ? entry : undefined

  function startReading(key: string): Reading<Value> {
    const readAtMs = nowMs()
    const value = read(key)
    const current = { sinceMs: readAtMs, value }
    reading.set(key, current)
    const isCurrent = () => reading.get(key) === current
    value.then(
      (found) => {
        if (!isCurrent()) return
        reading.delete(key)
        if (known.size >= entriesMax) known.clear()
        known.set(key, { readAtMs, value: found })
      },
      (error: unknown) => {
        if (!isCurrent()) return
        reading.delete(key)
        // A refusal is an answer, and what was known before it no longer counts.
        if (!isUnanswered(error)) known.delete(key)
      },
    )
    return current
  }

  /** Looked up when the wait is over: an answer that came meanwhile counts, and so does one that says no. */
  async function unlessSilent(key: string, { sinceMs, value }: Reading<Value>): Promise<Value> {
    const { promise: silence, resolve } = Promise.withResolvers<'silence'>()
    // Who comes later does not wait all over again.
    const timer = setTimeout(resolve, Math.max(sinceMs + waitMs - nowMs(), 0), 'silence')
    const first = await Promise.race([
      value.then(
        (found) => ({ found }),
        (error: unknown) => {
          if (isUnanswered(error)) return 'silence' as const
          throw error
        },
      ),
      silence,
    ]).finally(() => clearTimeout(timer))
    if (first !== 'silence') return first.found
    const stale = within(known.get(key), staleMs)
    return stale ? stale.value : value
  }

  return {
    get(key) {
      const entry = known.get(key)
      const fresh = within(entry, freshMs)
      if (fresh) return Promise.resolve(fresh.value)
      const current = reading.get(key) ?? startReading(key)
      return within(entry, staleMs) ? unlessSilent(key, current) : current.value
    },

    forget(key) {
      known.delete(key)
      reading.delete(key)
    },
  }
}

function isUnanswered(error: unknown): boolean {
  return error instanceof StoreOverloaded || isTransient(error)
}
