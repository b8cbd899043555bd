// What a process remembers of the database.

import { StoreOverloaded } from '../../kernel/failures.ts'
import { RecentMap } from '../../kernel/recent-map.ts'
import { elapsedMs } from '../concurrency/elapsed-time.ts'
import { isTransient } from './database-errors.ts'

/**
 * A cache of recent reads, by key. Ages are measured with the monotonic clock: setting the system clock back does not
 * make a value last longer.
 */
export interface AgedCacheOptions<Value> {
  readonly read: (key: string) => Promise<Value>
  /** While the database answers, values read longer ago than this are not used. */
  readonly freshMs: number
  /** While the database does not answer, values no older than this are used; without this setting none are. */
  readonly staleMs?: number
  /** How long a reader waits for the database before it takes a stale value. */
  readonly waitMs?: number
  /** Says that there is nothing under a key. Such answers are cached apart: keys that strangers make up must not drop those that exist. */
  readonly isAbsent?: (value: Value) => boolean
  /** At least the latest so many keys are cached, and at most twice as many; then the least recently used are dropped. */
  readonly keptEntries?: number
  /** The same for keys under which there is nothing. */
  readonly keptAbsent?: number
  readonly nowMs?: (() => number) | undefined
}

interface AgedCache<Value> {
  get(key: string): Promise<Value>
  /** Invalidates the key, including a read that is under way. */
  forget(key: string): void
}

interface Reading<Value> {
  readonly sinceMs: number
  readonly value: Promise<Value>
}

interface Entry<Value> {
  /** When the read began: later changes may not be in it. */
  readonly readAtMs: number
  readonly value: Value
}

/** Longer than a read takes on a busy machine, and short compared with how long a caller waits for a response. */
const usualWaitMs = 1_000

export function agedCache<Value>(options: AgedCacheOptions<Value>): AgedCache<Value> {
  const { read, freshMs, staleMs = freshMs, waitMs = usualWaitMs } = options
  const { isAbsent = () => false, keptEntries = 10_000, keptAbsent = 500 } = options
  const { nowMs = elapsedMs } = options
  const present = new RecentMap<Entry<Value>>(2 * keptEntries)
  const absent = new RecentMap<Entry<Value>>(2 * keptAbsent)
  const reading = new Map<string, Reading<Value>>()

  const entryOf = (key: string) => present.get(key) ?? absent.get(key)

  const remove = (key: string) => {
    present.delete(key)
    absent.delete(key)
  }

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
        remove(key)
        const entries = isAbsent(found) ? absent : present
        entries.set(key, { readAtMs, value: found })
      },
      (error: unknown) => {
        if (!isCurrent()) return
        reading.delete(key)
        // A refusal is an answer: it invalidates the value cached before.
        if (!isUnanswered(error)) remove(key)
      },
    )
    return current
  }

  /** Looked up when the wait is over: an answer that arrived meanwhile counts, including a refusal. */
  async function unlessSilent(key: string, { sinceMs, value }: Reading<Value>): Promise<Value> {
    const { promise: silence, resolve } = Promise.withResolvers<'silence'>()
    // Later readers do not wait for the whole time again.
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
    const stale = within(entryOf(key), staleMs)
    return stale ? stale.value : value
  }

  return {
    get(key) {
      const entry = entryOf(key)
      const fresh = within(entry, freshMs)
      if (fresh) return Promise.resolve(fresh.value)
      const current = reading.get(key) ?? startReading(key)
      return within(entry, staleMs) ? unlessSilent(key, current) : current.value
    },

    forget(key) {
      remove(key)
      reading.delete(key)
    },
  }
}

function isUnanswered(error: unknown): boolean {
  return error instanceof StoreOverloaded || isTransient(error)
}

/**
 * Remembers recently used names, in bounded memory: two generations, of which the older is dropped when the younger is
 * full.
 */
interface RecentNames {
  add(name: string): void
  has(name: string): boolean
}

/** At least the latest `atLeast` names are remembered, and at most twice as many. */
export function recentNames(atLeast: number): RecentNames {
  let young = new Set<string>()
  let old = new Set<string>()
  return {
    add(name) {
      young.add(name)
      if (young.size < atLeast) return
      old = young
      young = new Set()
    },
    has: (name) => young.has(name) || old.has(name),
  }
}
