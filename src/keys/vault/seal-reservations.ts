// Encryptions are reserved before they are used, so that no data key is used too often. Usually on the key's own count; this is how they are
// reserved while that cannot be written.
import { StoreOverloaded } from '../../kernel/failures.ts'
import { type Parts, partCount, partNames } from '../../platform/postgres/cluster/parts.ts'
import type { Database } from '../../platform/postgres/database.ts'

/** How often a key may be used, and how much of that a process takes at a time. */
export interface SealLimits {
  readonly sealsPerKeyMax: number
  readonly sealsPerBlock: number
  /** While a node of a distributed database is down: the same for each part of what is counted apart. */
  readonly sealsPerPartMax: number
}

export interface Reservation {
  readonly keyId: string
  /** Whether the unused rest can be given back to the count. */
  readonly canGiveBack: boolean
}

/** Keys are on every node of a distributed database, and cannot be changed while one of them is down. */
export async function reserveDuringOutage(error: unknown, parts: Parts, limits: SealLimits): Promise<Reservation> {
  const keyId = error instanceof StoreOverloaded ? await reserveOnPart(parts, limits) : undefined
  if (keyId === undefined) throw error
  return { keyId, canGiveBack: false }
}

/** How many encryptions were ever reserved on each data key, by the key's own count and during outages. */
export async function readReservations(database: Pick<Database, 'query'>): Promise<ReadonlyMap<string, bigint>> {
  type Row = { readonly key_id: string; readonly seals: string }
  const counted = await database.query<Row>(
    `select key_id, seals_reserved::text as seals from vault_keys where purpose = 'DATA'`,
  )
  const apart = await database.query<Row>(
    'select key_id, sum(seals_reserved)::text as seals from vault_key_seals group by key_id',
  )
  const apartOf = new Map(apart.rows.map(({ key_id, seals }) => [key_id, BigInt(seals)]))
  return new Map(counted.rows.map(({ key_id, seals }) => [key_id, BigInt(seals) + (apartOf.get(key_id) ?? 0n)]))
}

/** Undefined when the parts that can be reached are used up. The current key stays the same while a node is down. */
function reserveOnPart(
  { fromAny }: Parts,
  { sealsPerBlock, sealsPerPartMax }: SealLimits,
): Promise<string | undefined> {
  const first = Math.floor(Math.random() * partCount)
  return fromAny(first, async (part, node) => {
    const { rows: current } = await node.query<{ key_id: string }>(
      `select key_id from vault_keys where purpose = 'DATA' and state = 'CURRENT'`,
    )
    const { rows } = await node.query<{ key_id: string }>(
      `insert into vault_key_seals as s (part, key_id, seals_reserved) values ($1, $2, $3)
       on conflict (part, key_id) do update set seals_reserved = s.seals_reserved + excluded.seals_reserved
       where s.seals_reserved + excluded.seals_reserved <= $4 returning key_id`,
      [partNames[part], current[0]?.key_id, sealsPerBlock, sealsPerPartMax],
    )
    return rows[0]?.key_id
  })
}
