// What waits for people, in PostgreSQL. Everything is read merchant by merchant, on the merchant's node; only which merchants have anything
// is asked of all of them together.

import type { MerchantDatabases } from '../../platform/postgres/cluster/merchant-databases.ts'
import { prepared } from '../../platform/postgres/database.ts'
import { deleteExpiredRows } from '../../platform/postgres/delete-expired.ts'
import type { Attention, AttentionSubject, MerchantAttention } from '../../users/index.ts'
import { type MerchantCondition, riskyTransactionsText } from './figures.ts'

const isManual = `kind in ('REVERSAL_REFUSED', 'MANUAL_RESOLUTION')`

/** Each with a name that it keeps as long as it waits for the same reason. */
const items: Readonly<Record<AttentionSubject, (of: MerchantCondition) => string>> = {
  MONEY_AT_RISK: (of) => `select merchant_id, order_id, since,
      concat_ws(' ', case when ${isManual} then 'manual' else 'open' end, order_id, transaction_id) as item
    from (${riskyTransactionsText(of)}) risky where ${isManual} or since < now() - interval '1 hour'`,
  // Replayed and parked once more it is another one.
  PARKED_NOTIFICATIONS: (of) => `select merchant_id, order_id, coalesce(ended_at, created_at) as since,
      concat_ws(' ', notification_id, extract(epoch from ended_at)) as item
    from deliveries where state = 'PARKED' and ${of('merchant_id')}`,
  OVERDUE_DISPUTES: (of) => `select d.merchant_id, d.order_id, d.respond_by::timestamp at time zone 'UTC' as since,
      concat_ws(' ', d.order_id, d.case_number, d.respond_by) as item
    from projections p join projected_disputes d on d.merchant_id = p.merchant_id and d.generation = p.generation
    where p.is_current and ${of('p.merchant_id')} and d.state in ('INFORMATION_REQUESTED', 'PENDING')
      and d.respond_by < to_char(now() at time zone 'UTC', 'YYYY-MM-DD')
      and not exists (select from dispute_answers a where a.merchant_id = d.merchant_id and a.order_id = d.order_id
        and a.case_number = d.case_number and a.kind = 'EVIDENCE_SENT' and a.answered_at >= d.changed_at)`,
}

const ofOne: MerchantCondition = (column) => `${column} = $1`
const ofAll: MerchantCondition = () => 'true'
const notified = 'from attention_items t where t.merchant_id = $1 and t.audience = $2 and t.subject = $3'

function statementsOf(subject: AttentionSubject) {
  const name = subject.toLowerCase().replaceAll('_', '-')
  const ofMerchant = items[subject](ofOne)
  return {
    merchants: prepared(
      `find-merchants-with-${name}`,
      `select merchant_id as "merchantId" from (${items[subject](ofAll)}) i group by merchant_id order by merchant_id`,
    ),
    read: prepared(
      `read-attention-${name}`,
      `select exists (select from (${ofMerchant}) i where not exists (select ${notified} and t.item = i.item)) as "hasNew",
         (select max(t.told_at) ${notified}) as "lastAt"`,
    ),
    mark: prepared(
      `mark-told-${name}`,
      `insert into attention_items (merchant_id, audience, subject, item, told_at)
       select $1, $2, $3, i.item, $4 from (${ofMerchant}) i on conflict do nothing`,
    ),
    waiting: prepared(
      `list-waiting-${name}`,
      `with waiting as (select item, order_id, min(since) as since from (${ofMerchant}) i group by item, order_id)
       select (select count(*)::integer from waiting) as count,
         array(select order_id from waiting order by since, item limit $2) as "orderIds"`,
    ),
  }
}

const statements = {
  MONEY_AT_RISK: statementsOf('MONEY_AT_RISK'),
  PARKED_NOTIFICATIONS: statementsOf('PARKED_NOTIFICATIONS'),
  OVERDUE_DISPUTES: statementsOf('OVERDUE_DISPUTES'),
} as const satisfies Readonly<Record<AttentionSubject, unknown>>

const lastToOperator = prepared(
  'find-last-attention-of-operator',
  `select max(told_at) as "lastAt" from attention_items where audience = 'OPERATOR' and subject = $1`,
)

const valuesOf = ({ merchantId, audience, subject }: MerchantAttention) => [merchantId, audience, subject]

export function postgresAttention(databases: MerchantDatabases): Attention {
  const { any: database } = databases
  const old = {
    table: 'attention_items',
    key: ['audience', 'subject', 'item'],
    time: 'told_at',
    where: (before: string) => `told_at <= ${before}`,
  }
  return {
    async listMerchants(subject) {
      const { rows } = await database.query<{ merchantId: string }>(statements[subject].merchants([]))
      return rows.map(({ merchantId }) => merchantId)
    },

    async read(item) {
      const { rows } = await databases
        .of(item.merchantId)
        .query<{ hasNew: boolean; lastAt: Date | null }>(statements[item.subject].read(valuesOf(item)))
      return { hasNew: rows[0]?.hasNew ?? false, lastAt: rows[0]?.lastAt ?? undefined }
    },

    async lastToOperator(subject) {
      const { rows } = await database.query<{ lastAt: Date | null }>(lastToOperator([subject]))
      return rows[0]?.lastAt ?? undefined
    },

    async markTold(item, at) {
      await databases.of(item.merchantId).query(statements[item.subject].mark([...valuesOf(item), at]))
    },

    async waitingOf(merchantId, subject, limit) {
      const { rows } = await databases
        .of(merchantId)
        .query<{ count: number; orderIds: readonly string[] }>(statements[subject].waiting([merchantId, limit]))
      return rows[0] ?? { count: 0, orderIds: [] }
    },

    forget: (before, limit) => deleteExpiredRows(databases, old, [before], limit),
  }
}
