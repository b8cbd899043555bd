// Pages of the audit log in PostgreSQL, newest first.

import type { Database } from '../../platform/postgres/database.ts'
import type { AuditFilter, AuditReader } from '../ports/audit.ts'
import { type AuditLineRow, auditLineColumns, auditLineOf } from './audit-rows.ts'

export function postgresAuditReader(database: Database): AuditReader {
  return {
    async list(wanted, { after, limit }) {
      const place = after === undefined ? undefined : /^(-?\d{1,17})\.(\d{1,18})$/.exec(after)
      if (place === null) return undefined
      const { conditions, values } = conditionsOf(wanted, place && { micros: place[1] ?? '', auditId: place[2] ?? '' })
      const { rows } = await database.query<AuditLineRow>(
        `select ${auditLineColumns} from audit where ${conditions.join(' and ')}
         order by at desc, audit_id desc limit ${limit + 1}`,
        [...values],
      )
      const shown = rows.slice(0, limit)
      const last = rows.length > limit ? shown.at(-1) : undefined
      return { rows: shown.map(auditLineOf), ...(last && { next: `${last.at_micros}.${last.audit_id}` }) }
    },
  }
}

function conditionsOf(
  { merchantId, actor, action, from, to }: AuditFilter,
  after: { readonly micros: string; readonly auditId: string } | undefined,
): { readonly conditions: readonly string[]; readonly values: readonly unknown[] } {
  const values: unknown[] = []
  const parameter = (value: unknown) => `$${values.push(value)}`
  const conditions = [`merchant_id = ${parameter(merchantId)}`]
  if (actor !== undefined) conditions.push(`actor = ${parameter(actor)}`)
  if (action !== undefined) conditions.push(`action = ${parameter(action)}`)
  if (from) conditions.push(`at >= ${parameter(from)}`)
  if (to) conditions.push(`at < ${parameter(to)}`)
  if (after)
    conditions.push(
      `(at, audit_id) < ('epoch'::timestamptz + ${parameter(after.micros)}::bigint * interval '1 microsecond', ${parameter(after.auditId)})`,
    )
  return { conditions, values }
}
