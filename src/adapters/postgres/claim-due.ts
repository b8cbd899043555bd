// Takes work that is due, for a lease: attempts past their deadline, and reversals that are owed.
import type { StoredTransaction } from '../../ports/store.ts'
import type { Database } from './database.ts'
import { claimOverdueText, claimReversalsText } from './money-statements.ts'
import { storedTransaction, type TransactionRow } from './order-rows.ts'

interface Due {
  readonly limit: number
  readonly leaseMs: number
}

export function claimOverdue(database: Database, due: Due): Promise<readonly StoredTransaction[]> {
  return claimDue(database, { ...due, column: 'deadline_at', text: claimOverdueText })
}

export function claimReversals(database: Database, due: Due): Promise<readonly StoredTransaction[]> {
  return claimDue(database, { ...due, column: 'reverse_at', text: claimReversalsText })
}

/** Merchant by merchant; none is served twice before the others were served once. */
async function claimDue(
  database: Database,
  { limit, leaseMs, column, text }: Due & { column: 'deadline_at' | 'reverse_at'; text: string },
): Promise<readonly StoredTransaction[]> {
  const { rows: merchants } = await database.query<{ merchant_id: string }>(
    `select merchant_id from transactions where ${column} < now() group by merchant_id order by min(${column}) limit $1`,
    [limit],
  )
  const claimed: StoredTransaction[] = []
  for (const { merchant_id } of merchants) {
    if (claimed.length >= limit) break
    const { rows } = await database.query<TransactionRow>(text, [merchant_id, limit - claimed.length, leaseMs])
    claimed.push(...rows.map(storedTransaction))
  }
  return claimed
}
