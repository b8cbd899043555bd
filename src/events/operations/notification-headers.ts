// The headers of a notification: those of the reference API, and those of Standard Webhooks with their signatures.

import { createHmac } from 'node:crypto'
import type { NotificationToSend } from '../ports/events.ts'
import type { WebhookSecrets } from '../ports/webhooks.ts'

export interface NotificationAttempt {
  /** Newest first, as in the settings. */
  readonly secrets: readonly WebhookSecrets[]
  /** Whether the webhook may be sent the secret itself; the signature is sent in any case. */
  readonly carriesSecret: boolean
  /** The first is 1. */
  readonly attempt: number
  readonly at: Date
}

/**
 * There is room for one X-Notification-Secret. During a rotation it is the one before the newest: a webhook that does
 * not have the newest yet still accepts it, and by the end of the rotation it knows both.
 */
export function notificationHeaders(
  { notificationId, eventNumber, body }: Pick<NotificationToSend, 'notificationId' | 'eventNumber' | 'body'>,
  { secrets, carriesSecret, attempt, at }: NotificationAttempt,
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at.getTime() / 1_000))
  const signed = { id: notificationId, timestamp, body }
  return {
    'Content-Type': 'application/json;charset=UTF-8',
    ...(carriesSecret && { 'X-Notification-Secret': secrets.at(-1)?.sent ?? '' }),
    'X-Notification-Id': notificationId,
    'X-Notification-Attempt': String(attempt),
    'Tollgate-Event-Number': String(eventNumber),
    'webhook-id': notificationId,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map(({ signing }) => webhookSignature(signing, signed)).join(' '),
  }
}

// The signature of Standard Webhooks, version 1, over a notification's id, time and body.

const prefix = 'whsec_'

export interface SignedNotification {
  readonly id: string
  /** In seconds, as the header has it. */
  readonly timestamp: string
  readonly body: string
}

/** One entry of the header webhook-signature. */
export function webhookSignature(secret: string, { id, timestamp, body }: SignedNotification): string {
  const key = Buffer.from(secret.slice(prefix.length), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
}
