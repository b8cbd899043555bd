// The columns of payment links, and how a row becomes a link.

import type { AuditStamp } from '../../audit/index.ts'
import type { StoredPaymentLink } from '../ports/payment-links.ts'
import type { PaymentLink, PaymentLinkAmount, PaymentLinkLanguage } from '../rules/payment-link.ts'

export interface PaymentLinkRow {
  readonly merchant_id: string
  readonly payment_link_id: string
  readonly description: string | null
  readonly operation: PaymentLink['operation']
  readonly currency: string
  readonly amount_minor: string | null
  readonly amount_min_minor: string | null
  readonly amount_max_minor: string | null
  readonly uses_max: number | null
  readonly attempts_max: number
  readonly order_id_base: string
  readonly language: PaymentLinkLanguage | null
  readonly created_by: string
  readonly created_at: Date
  readonly expires_at: Date | null
  readonly disabled_at: Date | null
  readonly disabled_by: string | null
}

export interface StoredPaymentLinkRow extends PaymentLinkRow {
  readonly session_key_id: string
  readonly session_sealed: Buffer
}

/** Everything that is known when a link is created, in the order of insertedValuesOf. */
export const insertedColumns = [
  'merchant_id',
  'payment_link_id',
  'description',
  'operation',
  'currency',
  'amount_minor',
  'amount_min_minor',
  'amount_max_minor',
  'uses_max',
  'attempts_max',
  'order_id_base',
  'language',
  'session_key_id',
  'session_sealed',
  'created_by',
  'created_at',
  'expires_at',
] as const satisfies readonly (keyof StoredPaymentLinkRow)[]

export function paymentLinkOf(row: PaymentLinkRow): PaymentLink {
  return {
    merchantId: row.merchant_id,
    paymentLinkId: row.payment_link_id,
    ...(row.description !== null && { description: row.description }),
    operation: row.operation,
    currency: row.currency,
    amount: amountOf(row),
    ...(row.uses_max !== null && { usesMax: row.uses_max }),
    attemptsMax: row.attempts_max,
    orderIdBase: row.order_id_base,
    ...(row.language !== null && { language: row.language }),
    createdBy: row.created_by,
    createdAt: row.created_at,
    ...(row.expires_at && { expiresAt: row.expires_at }),
    ...(row.disabled_at && { disabledAt: row.disabled_at }),
    ...(row.disabled_by !== null && { disabledBy: row.disabled_by }),
  }
}

export function storedPaymentLinkOf(row: StoredPaymentLinkRow): StoredPaymentLink {
  return { ...paymentLinkOf(row), session: { keyId: row.session_key_id, sealed: row.session_sealed } }
}

function amountOf({ amount_minor, amount_min_minor, amount_max_minor }: PaymentLinkRow): PaymentLinkAmount {
  if (amount_minor !== null) return { kind: 'FIXED', amountMinor: BigInt(amount_minor) }
  return {
    kind: 'OPEN',
    ...(amount_min_minor !== null && { minMinor: BigInt(amount_min_minor) }),
    ...(amount_max_minor !== null && { maxMinor: BigInt(amount_max_minor) }),
  }
}

export function insertedValuesOf(paymentLink: StoredPaymentLink, { actor, at }: AuditStamp): readonly unknown[] {
  const { amount } = paymentLink
  const values: Readonly<Record<(typeof insertedColumns)[number], unknown>> = {
    merchant_id: paymentLink.merchantId,
    payment_link_id: paymentLink.paymentLinkId,
    description: paymentLink.description,
    operation: paymentLink.operation,
    currency: paymentLink.currency,
    amount_minor: amount.kind === 'FIXED' ? amount.amountMinor : undefined,
    amount_min_minor: amount.kind === 'OPEN' ? amount.minMinor : undefined,
    amount_max_minor: amount.kind === 'OPEN' ? amount.maxMinor : undefined,
    uses_max: paymentLink.usesMax,
    attempts_max: paymentLink.attemptsMax,
    order_id_base: paymentLink.orderIdBase,
    language: paymentLink.language,
    session_key_id: paymentLink.session.keyId,
    session_sealed: paymentLink.session.sealed,
    created_by: actor,
    created_at: at,
    expires_at: paymentLink.expiresAt,
  }
  return insertedColumns.map((name) => values[name])
}
