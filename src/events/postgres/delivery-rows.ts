// Rows of webhooks, deliveries and attempts as the port has them.
import type { ClaimedWebhook, Delivery, DeliveryAttempt } from '../ports/webhooks.ts'

export interface WebhookRow {
  readonly merchant_id: string
  readonly url_hash: string
  readonly url: string
}

export function webhookOf({ merchant_id, url_hash, url }: WebhookRow): ClaimedWebhook {
  return { merchantId: merchant_id, urlHash: url_hash, url }
}

export interface DeliveryRow extends WebhookRow {
  readonly notification_id: string
  readonly order_id: string
  readonly transaction_id: string
  readonly event_number: number
  readonly api_version: number
  readonly body: string
  readonly follows_setting: boolean | null
  readonly may_carry_secret: boolean | null
  readonly seal_key_id: string | null
  readonly seal_mac: Buffer | null
  readonly state: Delivery['state']
  readonly attempts: number
  readonly attempts_before: number
  readonly next_at: Date | null
  readonly created_at: Date
  readonly ended_at: Date | null
}

export function deliveryOf(row: DeliveryRow): Delivery {
  const { may_carry_secret: mayCarrySecret, seal_key_id: keyId, seal_mac: hash } = row
  return {
    ...webhookOf(row),
    notificationId: row.notification_id,
    orderId: row.order_id,
    transactionId: row.transaction_id,
    eventNumber: row.event_number,
    apiVersion: row.api_version,
    body: row.body,
    ...(row.follows_setting !== null && { followsSetting: row.follows_setting }),
    ...(mayCarrySecret !== null && keyId !== null && hash && { seal: { mayCarrySecret, mac: { keyId, hash } } }),
    state: row.state,
    attempts: row.attempts,
    attemptsBefore: row.attempts_before,
    ...(row.next_at && { nextAt: row.next_at }),
    createdAt: row.created_at,
    ...(row.ended_at && { endedAt: row.ended_at }),
  }
}

export interface AttemptRow {
  readonly attempt: number
  readonly at: Date
  readonly status: number | null
  readonly problem: string | null
  readonly excerpt: string | null
  readonly took_ms: number
}

export function deliveryAttemptOf({ attempt, at, status, problem, excerpt, took_ms }: AttemptRow): DeliveryAttempt {
  return {
    attempt,
    at,
    ...(status !== null && { status }),
    ...(problem !== null && { problem }),
    ...(excerpt !== null && { excerpt }),
    tookMs: took_ms,
  }
}
