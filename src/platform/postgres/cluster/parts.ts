// What all processes share and a payment cannot do without, in parts that are rows on different nodes of a distributed database: while a
// node is down, the parts of the others are used.
import { StoreOverloaded } from '../../../kernel/failures.ts'
import type { Database } from '../database.ts'
import type { MerchantDatabases } from './merchant-databases.ts'

export const partCount = 20

/** The value of the column that decides where a part is; no merchant can have such an id. Stored, and never changed. */
export const partNames: readonly string[] = Array.from({ length: partCount }, (_, part) => `part ${part}`)

/** A node that has not answered is asked last for this long: a machine without power lets everyone wait. */
const silentMs = 10_000

export interface Parts {
  /** Where a part is. */
  databaseOf(part: number): Database
  /**
   * Asks about one part after the other, from `first` on, until there is a result. When there is none, throws the outage of a node that may
   * have one.
   */
  fromAny<T>(first: number, ask: (part: number, database: Database) => Promise<T | undefined>): Promise<T | undefined>
}

export function openParts(databases: MerchantDatabases, nowMs = () => performance.now()): Parts {
  const silentAt = new Map<Database, number>()
  const databaseOf = (part: number) => databases.of(partNames[part] ?? '')
  const isSilent = (part: number) => nowMs() - (silentAt.get(databaseOf(part)) ?? Number.NEGATIVE_INFINITY) < silentMs

  function inOrder(first: number): readonly number[] {
    const all = Array.from({ length: partCount }, (_, step) => (first + step) % partCount)
    return [...all.filter((part) => !isSilent(part)), ...all.filter(isSilent)]
  }

  return {
    databaseOf,
    async fromAny(first, ask) {
      const failed = new Set<Database>()
      let outage: StoreOverloaded | undefined
      let outages = 0
      for (const part of inOrder(first)) {
        const database = databaseOf(part)
        if (failed.has(database)) continue
        try {
          const result = await ask(part, database)
          if (result !== undefined) return result
        } catch (error) {
          if (!(error instanceof StoreOverloaded)) throw error
          outage = error
          outages += 1
          if (outages >= databases.placesMax) break
          // The node of a part that is not known yet is reached through any other.
          if (database === databases.any) continue
          failed.add(database)
          silentAt.set(database, nowMs())
        }
      }
      if (outage) throw outage
      return undefined
    },
  }
}
