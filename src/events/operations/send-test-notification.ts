// Sends a test notification without an event, to check that the webhook can be reached and accepts it.

import type { AuditStamp } from '../../audit/index.ts'
import { versions } from '../../contract/operation.ts'
import type { EventDependencies } from '../dependencies.ts'
import type { SendResult } from '../ports/webhooks.ts'
import { decideDelivery } from '../rules/notification.ts'
import { notificationHeaders } from './notification-headers.ts'

export type TestNotification =
  | {
      readonly kind: 'SENT'
      readonly url: string
      readonly notificationId: string
      readonly result: SendResult
      /** Not a real payment's notification: that would count as delivered by this response. */
      readonly isAccepted: boolean
    }
  /** The merchant has no notification settings yet, and so no secrets to send with. */
  | { readonly kind: 'NOT_ENABLED' }
  /** Neither the call nor the settings contain a URL. */
  | { readonly kind: 'NO_URL' }

/**
 * It is sent like every other notification, including the address guard, but once; it is not stored, and has no
 * position in the feed.
 */
export async function sendTestNotification(
  {
    merchantId,
    url,
    timeoutMs,
  }: { readonly merchantId: string; readonly url?: string | undefined; readonly timeoutMs: number },
  { actor }: Pick<AuditStamp, 'actor'>,
  dependencies: Pick<EventDependencies, 'webhookSettings' | 'notifier' | 'audit' | 'clock' | 'identifiers'>,
): Promise<TestNotification> {
  const setting = await dependencies.webhookSettings.find(merchantId)
  if (!setting) return { kind: 'NOT_ENABLED' }
  const { secrets, acceptsAny2xx } = setting
  const to = url ?? setting.url
  if (to === undefined) return { kind: 'NO_URL' }
  const at = dependencies.clock.now()
  const notificationId = dependencies.identifiers.returnToken()
  // Before it is sent, since it carries the merchant's secret.
  const subject = { notificationId, url: to.replace(/[?#].*$/s, '') }
  await dependencies.audit.append({ merchantId, actor, action: 'WEBHOOK_TESTED', subject, at })
  const body = bodyOf(merchantId, at)
  // A user with the permission has named the URL, in this call or in the settings.
  const attempt = { secrets, carriesSecret: true, attempt: 1, at }
  const headers = notificationHeaders({ notificationId, eventNumber: 0, body }, attempt)
  const result = await dependencies.notifier.send({ url: to, headers: { ...headers, ...testHeader }, body, timeoutMs })
  const { state } = decideDelivery(result, { attempts: 1, chance: 0, acceptsAny2xx })
  return { kind: 'SENT', url: to, notificationId, result, isAccepted: state === 'DELIVERED' }
}

/** A merchant that checks can recognize it; one that does not finds an order that it does not know. */
const testHeader = { 'Tollgate-Test': 'true' }

/** The minimum that a merchant's program needs to process a notification. */
function bodyOf(merchantId: string, at: Date): string {
  return JSON.stringify({
    merchant: merchantId,
    order: { id: 'tollgate-test-notification' },
    result: 'SUCCESS',
    timeOfRecord: at.toISOString(),
    transaction: { id: 'test' },
    version: String(versions.newest),
  })
}
