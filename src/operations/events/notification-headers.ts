// The headers that a notification goes with: the reference's own, and those of Standard Webhooks with their signatures.
import type { NotificationToSend } from '../../ports/events/events.ts'
import type { NotificationSecrets } from '../../ports/events/notifications.ts'
import { webhookSignature } from './webhook-signature.ts'

export interface NotificationAttempt {
  /** The newest first, as the settings have them. */
  readonly secrets: readonly NotificationSecrets[]
  /** Whether the receiver may be told the secret itself; the signature goes along in any case. */
  readonly carriesSecret: boolean
  /** The first is 1. */
  readonly attempt: number
  readonly at: Date
}

/**
 * There is room for one X-Notification-Secret. During a rotation it is the one before the newest: a receiver that has not
 * heard of the newest still lets us in, and by the end of the rotation it knows both.
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
