// Sends pending notifications now, without waiting for their next attempt.
import type { Audit, AuditStamp } from '../../audit/ports/audit.ts'
import type { Deliveries } from '../ports/webhooks.ts'

/** They keep their ids and their count of attempts. Earlier ones of the same order are sent first. */
export async function sendNotificationsNow(
  { merchantId, notificationIds }: { readonly merchantId: string; readonly notificationIds: readonly string[] },
  by: AuditStamp,
  { deliveries, audit }: { readonly deliveries: Pick<Deliveries, 'sendNow'>; readonly audit: Pick<Audit, 'append'> },
): Promise<{ readonly sending: number }> {
  // Written before anything is sent, as for a replay.
  await audit.append({ merchantId, action: 'NOTIFICATIONS_SENT_NOW', subject: { notificationIds }, ...by })
  return { sending: await deliveries.sendNow({ merchantId, notificationIds }) }
}
