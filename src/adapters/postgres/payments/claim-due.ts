// Claims work that is due, for a lease: attempts past their deadline, and reversals that are owed.
import type { LinkRevision } from '../../../domain/merchants/merchant.ts'
import type { AttemptClaim, ClaimedTransaction, ClaimTerms } from '../../../ports/payments/recovery-store.ts'
import type { Store } from '../../../ports/payments/store.ts'
import type { StoredTransaction, TransactionKey } from '../../../ports/payments/transactions.ts'
import { type Database, inUnitOfWork } from '../database.ts'
import {
  beginByIndex,
  claimOverdueText,
  claimReversalsText,
  claimStoppedRecurringText,
  dueLinksText,
  endStoppedRecurringText,
  holdForPeopleText,
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

export function claimWork(database: Database): ClaimWork {
  const ofClaim = ({ key, claim }: AttemptClaim) => [...ofKey(key), claim]
  return {
    claimOverdue: (terms) => claimDue(database, terms, { column: 'deadline_at', text: claimOverdueText }),
    claimReversals: (terms) => claimDue(database, terms, { column: 'reverse_at', text: claimReversalsText }),

    async markReversalSent(claimed, leaseMs) {
      const { rowCount } = await database.query(markReversalSentText, [...ofClaim(claimed), leaseMs])
      return rowCount === 1
    },

    async retryLater(claimed, afterMs) {
      await database.query(lookAgainLaterText, [...ofClaim(claimed), afterMs])
    },

    async holdForManualResolution(claimed, why) {
      await database.query(holdForPeopleText, [...ofClaim(claimed), why])
    },

    async noteRefusedOutcome(claimed) {
      const { rows } = await database.query<{ outcome_refusals: number }>(noteRefusedOutcomeText, ofClaim(claimed))
      return rows[0]?.outcome_refusals ?? 0
    },

    async reverseLater(key, afterMs) {
      await database.query(reverseLaterText, [...ofKey(key), afterMs])
    },

    async claimStoppedRecurring(limit, leaseMs) {
      const merchants = await queryByIndex<{ merchant_id: string }>(database, stoppedRecurringMerchantsText, [limit])
      const claimed: StoredTransaction[] = []
      for (const { merchant_id } of merchants) {
        if (claimed.length >= limit) break
        const values = [merchant_id, limit - claimed.length, leaseMs]
        const rows = await queryByIndex<TransactionRow>(database, claimStoppedRecurringText, values)
        claimed.push(...rows.map(storedTransaction))
      }
      return claimed
    },

    async endStoppedRecurring(key) {
      await database.query(endStoppedRecurringText, ofKey(key))
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
  database: Database,
  { leaseMs, roomFor }: ClaimTerms,
  { column, text }: { readonly column: 'deadline_at' | 'reverse_at'; readonly text: string },
): Promise<readonly ClaimedTransaction[]> {
  const places = await queryByIndex<DueMerchantLink>(database, dueLinksText(column), [merchantLinksMax])
  const claimed: ClaimedTransaction[] = []
  const taken = new Map<string, number>()
  for (const { merchantId, linkId, revision } of places) {
    const link = { linkId, revision }
    const name = JSON.stringify(link)
    const room = roomFor(link) - (taken.get(name) ?? 0)
    if (room <= 0) continue
    const rows = await queryByIndex<ClaimedRow>(database, text, [merchantId, room, leaseMs, linkId, revision])
    taken.set(name, (taken.get(name) ?? 0) + rows.length)
    claimed.push(...rows.map(claimedTransaction))
  }
  return claimed
}
