// Alerts in PostgreSQL: rows that name audit log entries, and the daily summaries. Those of several merchants are read together, which
// asks every node of a distributed database; an alert's entry is on its own node.
import { operatorMerchantId } from '../../kernel/user.ts'
import type { MerchantDatabases } from '../../platform/postgres/cluster/merchant-databases.ts'
import { prepared } from '../../platform/postgres/database.ts'
import type { DueRows } from '../../platform/postgres/due-rows.ts'
import type { Alert, AlertFilter, AlertKey, AlertSummary, Alerts } from '../ports/alerts.ts'

const columns = `a.merchant_id as "merchantId", a.audit_id as "auditId", a.at, u.actor, u.action, u.subject,
  a.is_weakening as "isWeakening"`
const withEntries = 'from alerts a join audit u on u.merchant_id = a.merchant_id and u.audit_id = a.audit_id'

const find = prepared('find-alert', `select ${columns} ${withEntries} where a.merchant_id = $1 and a.audit_id = $2`)

const countAfter = prepared(
  'count-alerts',
  'select count(*)::integer as count from (select 1 from alerts where at > $1 limit $2) latest',
)

export const dueAlerts = { from: 'alerts', id: 'merchant_id', where: 'queued_at is null' } as const satisfies DueRows

const listUnqueued = prepared(
  'list-unqueued-alerts',
  `select merchant_id as "merchantId", audit_id as "auditId" from alerts where ${dueAlerts.where} order by at limit $1`,
)
const markQueued = prepared(
  'mark-alert-queued',
  'update alerts set queued_at = $3 where merchant_id = $1 and audit_id = $2 and queued_at is null',
)

const countForSummary = prepared(
  'count-alerts-for-summary',
  `select u.action, count(*)::integer as count ${withEntries}
   where a.is_in_summary and a.at >= $1 and a.at < $2 group by u.action`,
)

const summaryColumns = 'select from_at as "from", until_at as "until", counts from alert_summaries'
const lastSummary = prepared(
  'find-last-alert-summary',
  `${summaryColumns} where merchant_id = $1 and counts <> '{}' order by until_at desc limit 1`,
)
const lastSummaryEnd = prepared(
  'find-last-alert-summary-end',
  `select max(until_at) as "until" from alert_summaries where merchant_id = $1`,
)

export function postgresAlerts(databases: MerchantDatabases): Alerts {
  const { any: database } = databases
  return {
    async list(wanted, { after, limit }) {
      const place = after === undefined ? undefined : placeOf(after)
      if (after !== undefined && !place) return undefined
      const { conditions, values } = conditionsOf(wanted, place)
      const { rows } = await database.query<Alert>(
        `select ${columns} ${withEntries} where ${conditions.join(' and ')}
         order by a.at desc, a.merchant_id desc, a.audit_id desc limit ${limit + 1}`,
        [...values],
      )
      const shown = rows.slice(0, limit)
      const last = rows.length > limit ? shown.at(-1) : undefined
      return { rows: shown, next: last && `${last.at.getTime()}.${last.auditId}.${last.merchantId}` }
    },

    async find({ merchantId, auditId }) {
      const { rows } = await databases.of(merchantId).query<Alert>(find([merchantId, auditId]))
      return rows[0]
    },

    async countAfter(at, limit) {
      const { rows } = await database.query<{ count: number }>(countAfter([at, limit]))
      return rows[0]?.count ?? 0
    },

    async listUnqueued(limit) {
      const { rows } = await database.query<AlertKey>(listUnqueued([limit]))
      return rows
    },

    async markQueued({ merchantId, auditId }, at) {
      await databases.of(merchantId).query(markQueued([merchantId, auditId, at]))
    },

    async lastSummary() {
      const { rows } = await databases.of(operatorMerchantId).query<AlertSummary>(lastSummary([operatorMerchantId]))
      return rows[0]
    },

    async lastSummaryEnd() {
      const { rows } = await databases
        .of(operatorMerchantId)
        .query<{ until: Date | null }>(lastSummaryEnd([operatorMerchantId]))
      return rows[0]?.until ?? undefined
    },

    async countForSummary({ from, until }) {
      const { rows } = await database.query<{ action: string; count: number }>(countForSummary([from, until]))
      return Object.fromEntries(rows.map(({ action, count }) => [action, count]))
    },
  }
}

interface PagePlace {
  readonly at: Date
  readonly auditId: string
  readonly merchantId: string
}

function placeOf(after: string): PagePlace | undefined {
  const [, at = '', auditId = '', merchantId = ''] = /^(\d{1,15})\.(\d{1,18})\.([\w-]{0,64})$/.exec(after) ?? []
  return at === '' ? undefined : { at: new Date(Number(at)), auditId, merchantId }
}

function conditionsOf(
  { kind, from, to }: AlertFilter,
  after: PagePlace | undefined,
): { readonly conditions: readonly string[]; readonly values: readonly unknown[] } {
  const values: unknown[] = []
  const parameter = (value: unknown) => `$${values.push(value)}`
  const conditions = ['true']
  if (kind === 'WEAKENED') conditions.push('a.is_weakening')
  if (kind === 'SUMMARY') conditions.push('a.is_in_summary')
  if (from) conditions.push(`a.at >= ${parameter(from)}`)
  if (to) conditions.push(`a.at < ${parameter(to)}`)
  if (after)
    conditions.push(
      `(a.at, a.merchant_id, a.audit_id) < (${parameter(after.at)}, ${parameter(after.merchantId)}, ${parameter(after.auditId)})`,
    )
  return { conditions, values }
}
