// The checkout store port on PostgreSQL.

import type { GatewayCode } from '../../kernel/gateway-code.ts'
import type { Provider } from '../../kernel/provider.ts'
import { dueMails, postgresMailQueue } from '../../platform/mail/postgres/mail-queue.ts'
import type { MerchantDatabases } from '../../platform/postgres/cluster/merchant-databases.ts'
import { findAnywhere, type RowLookup, rowLookup } from '../../platform/postgres/cluster/merchant-databases.ts'
import { type Database, prepared } from '../../platform/postgres/database.ts'
import { deleteExpiredRows, dueForDeletion } from '../../platform/postgres/delete-expired.ts'
import type {
  CheckoutStore,
  PayerView,
  QueuedReceipt,
  ReceiptKey,
  ReceiptQueue,
  StoredCheckout,
} from '../ports/checkout-store.ts'
import { type Checkout, type CheckoutState, isUnderWay, type LastAttempt } from '../rules/checkout.ts'

const find = prepared('find-checkout', 'select * from checkouts where merchant_id = $1 and session_hash = $2')

const bySession = rowLookup('find-checkout-anywhere', {
  table: 'checkouts',
  where: 'r.session_hash = any ($1::bytea[])',
  valueCount: 1,
})

const byReturnToken = rowLookup('find-checkout-by-return-token', {
  table: 'checkouts',
  where: 'r.return_token = $1',
  valueCount: 1,
})

const open = prepared(
  'open-checkout',
  `insert into checkouts (merchant_id, session_hash, state, failure_indicator, interaction, created_at, updated_at,
     expires_at)
   values ($1, $2, 'OPEN', $3, $4, $5, $5, $6) on conflict do nothing`,
)

const update = prepared(
  'update-checkout',
  `update checkouts set state = $4, attempts = $5, transaction_id = $6, paying_since = $7, gateway_code = $8,
     provider = $9, updated_at = $10, return_token = coalesce($11, return_token), revision = revision + 1
   where merchant_id = $1 and session_hash = $2 and revision = $3`,
)

const openersMax = 4

const noteOpening = prepared(
  'note-opening-of-checkout',
  `update checkouts set interaction = $3, opened_from = case
     when $4::text <> all (opened_from) and cardinality(opened_from) < $5 then opened_from || $4::text
     else opened_from end
   where merchant_id = $1 and session_hash = $2`,
)

const notePayerView = prepared(
  'note-payer-view-of-checkout',
  'update checkouts set payer_view = $3 where merchant_id = $1 and session_hash = $2',
)

/** A payer who comes back late sees the status of the page; an attempt that is under way may be moving money. */
const keptForMs = { ended: 3_600_000, paying: 7 * 86_400_000 }

const expired = {
  table: 'checkouts',
  key: ['session_hash'],
  time: 'expires_at',
  where: (before: string, beforeOfPaying: string) =>
    `expires_at <= ${before} and (state <> 'PAYING' or expires_at <= ${beforeOfPaying})`,
}

export const dueCheckouts = dueForDeletion(expired, [keptForMs.ended, keptForMs.paying])

export function postgresCheckouts(databases: MerchantDatabases): CheckoutStore {
  const readOne = async (database: Database, query: ReturnType<typeof find>) => {
    const { rows } = await database.query<CheckoutRow>(query)
    return rows[0] && storedCheckout(rows[0])
  }
  const look = async (lookup: RowLookup, values: readonly unknown[]) => {
    const [row] = await findAnywhere<CheckoutRow>(databases, lookup, values)
    return row && storedCheckout(row)
  }

  return {
    async open({ merchantId, sessionHash }, { failureIndicator, interaction, now, expiresAt }) {
      const key = [merchantId, sessionHash]
      const database = databases.of(merchantId)
      const existing = await readOne(database, find(key))
      if (existing) return existing
      await database.query(open([...key, failureIndicator, JSON.stringify(interaction), now, expiresAt]))
      // Read again: of several concurrent requests to open it, one has created it.
      const opened = await readOne(database, find(key))
      if (!opened) throw new Error('a checkout was deleted while it was opened')
      return opened
    },

    findAnywhere: (hashes) => look(bySession, [hashes]),

    findByReturnToken: (returnToken) => look(byReturnToken, [returnToken]),

    async update({ merchantId, sessionHash, revision }, checkout, now, returnToken) {
      const values = [merchantId, sessionHash, revision, ...valuesOf(checkout), now, returnToken]
      const { rowCount } = await databases.of(merchantId).query(update(values))
      return rowCount === 1
    },

    async noteOpening({ merchantId, sessionHash }, { interaction, origin }) {
      const values = [merchantId, sessionHash, JSON.stringify(interaction), origin, openersMax]
      await databases.of(merchantId).query(noteOpening(values))
    },

    async notePayerView({ merchantId, sessionHash }, view) {
      await databases.of(merchantId).query(notePayerView([merchantId, sessionHash, JSON.stringify(view)]))
    },

    deleteExpired(now, limit) {
      const before = (ms: number) => new Date(now.getTime() - ms)
      return deleteExpiredRows(databases, expired, [before(keptForMs.ended), before(keptForMs.paying)], limit)
    },
  }
}

/** State, attempts, transaction, since when it is under way, its result, and at which provider. */
function valuesOf(checkout: Checkout): readonly unknown[] {
  const { state, attempts } = checkout
  if (isUnderWay(checkout)) {
    const { transactionId, since, provider } = checkout
    return [state, attempts, transactionId, since, undefined, provider]
  }
  const { last } = checkout
  return [state, attempts, last?.transactionId, undefined, last?.gatewayCode, last?.provider]
}

interface CheckoutRow {
  readonly merchant_id: string
  readonly session_hash: Buffer
  readonly state: CheckoutState
  readonly attempts: number
  readonly transaction_id: string | null
  readonly paying_since: Date | null
  readonly gateway_code: GatewayCode | null
  readonly provider: Provider | null
  readonly return_token: string | null
  readonly failure_indicator: string
  readonly interaction: StoredCheckout['interaction']
  readonly opened_from: readonly string[]
  readonly payer_view: PayerView | null
  readonly revision: number
  readonly expires_at: Date
  readonly updated_at: Date
}

function storedCheckout(row: CheckoutRow): StoredCheckout {
  return {
    merchantId: row.merchant_id,
    sessionHash: row.session_hash,
    checkout: checkoutOf(row),
    failureIndicator: row.failure_indicator,
    interaction: row.interaction,
    openedFrom: row.opened_from,
    ...(row.return_token !== null && { returnToken: row.return_token }),
    ...(row.payer_view && { payerView: row.payer_view }),
    revision: row.revision,
    expiresAt: row.expires_at,
    updatedAt: row.updated_at,
  }
}

function checkoutOf(row: CheckoutRow): Checkout {
  const { state, attempts, transaction_id: transactionId, paying_since: since, gateway_code: gatewayCode } = row
  const provider = row.provider === null ? {} : { provider: row.provider }
  if (state === 'AUTHENTICATING' || state === 'PAYING') {
    if (transactionId === null || !since) throw new Error('a checkout is being paid without a transaction')
    return { state, attempts, transactionId, since, ...provider }
  }
  const last: LastAttempt | undefined =
    transactionId !== null && gatewayCode !== null ? { transactionId, gatewayCode, ...provider } : undefined
  return { state, attempts, last }
}

// The queue of receipts in PostgreSQL.

const add = prepared(
  'add-receipt-email',
  `insert into receipt_emails (merchant_id, order_id, transaction_id, details, next_attempt_at)
   values ($1, $2, $3, $4, $5) on conflict do nothing`,
)

const table = 'receipt_emails'

export const dueReceipts = dueMails(table)

export function postgresReceiptQueue(databases: MerchantDatabases): ReceiptQueue {
  return {
    ...postgresMailQueue<ReceiptKey, QueuedReceipt>(databases, {
      table,
      key: { orderId: 'order_id', transactionId: 'transaction_id' },
      claimed: { details: 'details' },
    }),

    async add({ merchantId, orderId, transactionId, details, now }) {
      const values = [merchantId, orderId, transactionId, JSON.stringify(details), now]
      await databases.of(merchantId).query(add(values))
    },
  }
}
