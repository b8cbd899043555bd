// Claims work that is due, for a lease: attempts past their deadline, and reversals that are owed.
import type { PoolClient } from 'pg'
import type { LinkRevision } from '../../merchants/rules/merchant.ts'
import type { MerchantDatabases } from '../../platform/postgres/cluster/merchant-databases.ts'
import { type Database, inUnitOfWork } from '../../platform/postgres/database.ts'
import type { AttemptClaim, ClaimedTransaction, ClaimTerms } from '../ports/recovery-store.ts'
import type { Store } from '../ports/store.ts'
import type { StoredTransaction, TransactionKey } from '../ports/transactions.ts'
import {
  beginByIndex,
  type ClaimTexts,
  claimOverdueTexts,
  claimReversalsTexts,
  claimStoppedRecurringTexts,
  dueLinksText,
  endStoppedRecurringText,
  holdForOperatorsText,
  lookAgainLaterText,
  markReversalSentText,
  noteRefusedOutcomeText,
  reverseLaterText,
  stoppedRecurringMerchantsText,
} from './claim-statements.ts'
import { type ClaimedRow, claimedTransaction, storedTransaction, type TransactionRow } from './order-rows.ts'

type ClaimWork = Pick<
  Store,
  | 'claimOverdue'
  | 'claimReversals'
  | 'claimStoppedRecurring'
  | 'endStoppedRecurring'
  | 'holdForManualResolution'
  | 'retryLater'
  | 'markReversalSent'
  | 'noteRefusedOutcome'
  | 'reverseLater'
>

export function claimWork(databases: MerchantDatabases): ClaimWork {
  const ofClaim = ({ key, claim }: AttemptClaim) => [...ofKey(key), claim]
  return {
    claimOverdue: (terms) => claimDue(databases, terms, { column: 'deadline_at', texts: claimOverdueTexts }),
    claimReversals: (terms) => claimDue(databases, terms, { column: 'reverse_at', texts: claimReversalsTexts }),

    async markReversalSent(claimed, leaseMs) {
      const { rowCount } = await databases
        .of(claimed.key.merchantId)
        .query(markReversalSentText, [...ofClaim(claimed), leaseMs])
      return rowCount === 1
    },

    async retryLater(claimed, afterMs) {
      await databases.of(claimed.key.merchantId).query(lookAgainLaterText, [...ofClaim(claimed), afterMs])
    },

    async holdForManualResolution(claimed, why) {
      await databases.of(claimed.key.merchantId).query(holdForOperatorsText, [...ofClaim(claimed), why])
    },

    async noteRefusedOutcome(claimed) {
      const database = databases.of(claimed.key.merchantId)
      const { rows } = await database.query<{ outcome_refusals: number }>(noteRefusedOutcomeText, ofClaim(claimed))
      return rows[0]?.outcome_refusals ?? 0
    },

    async reverseLater(key, afterMs) {
      await databases.of(key.merchantId).query(reverseLaterText, [...ofKey(key), afterMs])
    },

    async claimStoppedRecurring(limit, leaseMs) {
      const merchants = await queryByIndex<{ merchant_id: string }>(databases.any, stoppedRecurringMerchantsText, [
        limit,
      ])
      const claimed: StoredTransaction[] = []
      for (const { merchant_id } of merchants) {
        if (claimed.length >= limit) break
        const values = [merchant_id, limit - claimed.length, leaseMs] as const
        const rows = await claimAndRead<TransactionRow>(databases.of(merchant_id), claimStoppedRecurringTexts, values)
        claimed.push(...rows.map(storedTransaction))
      }
      return claimed
    },

    async endStoppedRecurring(key) {
      await databases.of(key.merchantId).query(endStoppedRecurringText, ofKey(key))
    },
  }
}

/** Each statement is a unit of work of its own: the merchants' rows may be on different nodes. */
async function queryByIndex<Row extends object>(
  database: Database,
  text: string,
  values: readonly unknown[],
): Promise<readonly Row[]> {
  return inUnitOfWork(database, async (client) => (await client.query<Row>(text, [...values])).rows, {
    begin: beginByIndex,
  })
}

/** The first value is the merchant. */
function claimAndRead<Row extends object>(
  database: Database,
  { claim, read }: ClaimTexts,
  values: readonly [string, ...unknown[]],
): Promise<readonly Row[]> {
  const work = async (client: PoolClient) => {
    const claimed = await client.query<{ order_id: string; transaction_id: string }>(claim, [...values])
    if (claimed.rows.length === 0) return []
    const orderIds = claimed.rows.map(({ order_id: orderId }) => orderId)
    const transactionIds = claimed.rows.map(({ transaction_id: transactionId }) => transactionId)
    return (await client.query<Row>(read, [values[0], orderIds, transactionIds])).rows
  }
  return inUnitOfWork(database, work, { begin: beginByIndex })
}

function ofKey({ merchantId, orderId, transactionId }: TransactionKey): string[] {
  return [merchantId, orderId, transactionId]
}

/** Merchants and links that one query finds; those left out are among the first of the next. */
const merchantLinksMax = 200

interface DueMerchantLink extends LinkRevision {
  readonly merchantId: string
}

/** Link by link and merchant by merchant; none is served twice before the others were served once. */
async function claimDue(
  databases: MerchantDatabases,
  { leaseMs, roomFor }: ClaimTerms,
  { column, texts }: { readonly column: 'deadline_at' | 'reverse_at'; readonly texts: ClaimTexts },
): Promise<readonly ClaimedTransaction[]> {
  const places = await queryByIndex<DueMerchantLink>(databases.any, dueLinksText(column), [merchantLinksMax])
  const claimed: ClaimedTransaction[] = []
  const taken = new Map<string, number>()
  for (const { merchantId, linkId, revision } of places) {
    const link = { linkId, revision }
    const name = JSON.stringify(link)
    const room = roomFor(link) - (taken.get(name) ?? 0)
    if (room <= 0) continue
    const values = [merchantId, room, leaseMs, linkId, revision] as const
    const rows = await claimAndRead<ClaimedRow>(databases.of(merchantId), texts, values)
    taken.set(name, (taken.get(name) ?? 0) + rows.length)
    claimed.push(...rows.map(claimedTransaction))
  }
  return claimed
}
