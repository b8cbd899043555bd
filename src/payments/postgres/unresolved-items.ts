// Counts the unresolved items of the money path, using its own indexes.

import type { Database } from '../../platform/postgres/database.ts'
import type { UnresolvedItems, UnresolvedItemsMonitor } from '../ports/unresolved-items.ts'

/** An attempt is late by its first deadline: recovery sets a new one with every inquiry. */
const isLate = `deadline_at is not null and manual_resolution is null and journey is null
  and coalesce(sendable_until, recorded_at + interval '1 minute') < now()`

const secondsSince = (column: string) => `coalesce(extract(epoch from now() - min(${column})), 0)::float8`

const unresolvedItemsText = `select
  (select count(*)::int from transactions where ${isLate}) as attempts,
  (select ${secondsSince('coalesce(sendable_until, recorded_at)')} from transactions where ${isLate}) as attempts_oldest,
  (select coalesce(max(claim), 0) from transactions where ${isLate}) as claims_most,
  (select count(*)::int from transactions where reverse_at is not null) as owed,
  (select ${secondsSince('updated_at')} from transactions where reverse_at is not null) as owed_oldest,
  (select count(*)::int from transactions where reversal in ('REFUSED', 'UNSUPPORTED') and reversal = 'REFUSED') as refused,
  (select count(*)::int from transactions where reversal in ('REFUSED', 'UNSUPPORTED') and reversal = 'UNSUPPORTED')
    as unsupported,
  (select count(*)::int from transactions where manual_resolution is not null) as by_hand,
  (select count(*)::int from batch_closings where state = 'DIFFERS') as batches_differing`

interface Row {
  readonly attempts: number
  readonly attempts_oldest: number
  readonly claims_most: number
  readonly owed: number
  readonly owed_oldest: number
  readonly refused: number
  readonly unsupported: number
  readonly by_hand: number
  readonly batches_differing: number
}

export function postgresUnresolvedItems(database: Database): UnresolvedItemsMonitor {
  return { countUnresolvedItems: () => readUnresolvedItems(database) }
}

export async function readUnresolvedItems(database: Pick<Database, 'query'>): Promise<UnresolvedItems> {
  const { rows } = await database.query<Row>(unresolvedItemsText)
  const [row] = rows
  if (!row) throw new Error('a query without conditions has a row')
  return {
    attempts: { count: row.attempts, oldestSeconds: row.attempts_oldest, claimsMost: row.claims_most },
    reversalsOwed: { count: row.owed, oldestSeconds: row.owed_oldest },
    reversalsRefused: row.refused,
    reversalsUnsupported: row.unsupported,
    manualResolutions: row.by_hand,
    batchesOutOfBalance: row.batches_differing,
  }
}
