// Rows of the audit log, in the form that the chain and its readers need.

import type { AuditAction, AuditHead, AuditLine } from '../ports/audit.ts'
import type { ChainedLine } from '../rules/audit-chain.ts'

/** A tampered row may hold a value that is not a finite time. */
const micros = `case when isfinite(at) then (extract(epoch from at) * 1000000)::bigint::text else at::text end`

export const auditLineColumns = `merchant_id, audit_id, ${micros} as at_micros, actor, action,
  subject::text as subject, position, prev_hash, hash`

export interface AuditLineRow {
  readonly merchant_id: string
  readonly audit_id: string
  readonly at_micros: string
  readonly actor: string
  readonly action: string
  readonly subject: string
  readonly position: string | null
  readonly prev_hash: Buffer | null
  readonly hash: Buffer | null
}

/** Position 0 if it has none. */
export function chainedLineOf(row: AuditLineRow): ChainedLine {
  return {
    auditId: row.audit_id,
    atMicros: row.at_micros,
    actor: row.actor,
    action: row.action,
    subject: row.subject,
    position: Number(row.position ?? 0),
    previousHash: row.prev_hash?.toString('hex') ?? '',
    hash: row.hash?.toString('hex') ?? '',
  }
}

export function auditLineOf(row: AuditLineRow): AuditLine {
  return {
    merchantId: row.merchant_id,
    auditId: row.audit_id,
    at: new Date(Number(row.at_micros) / 1_000),
    actor: row.actor,
    action: row.action as AuditAction,
    subject: JSON.parse(row.subject) as object,
    ...(row.position !== null && { position: Number(row.position) }),
  }
}

export interface HeadRow {
  readonly position: string
  readonly hash: Buffer
  readonly key_id: string
  readonly mac: Buffer
}

export function headOf({ position, hash, key_id: keyId, mac }: HeadRow): AuditHead {
  return { position: Number(position), hash: hash.toString('hex'), mac: { keyId, hash: mac } }
}
