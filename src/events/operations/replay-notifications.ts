// Sends notifications again on a user's request: single ones, or all that were created in a period.

import type { Audit, AuditStamp } from '../../audit/index.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Deliveries, DeliveryCursor } from '../ports/webhooks.ts'

export type ReplaySelection = { readonly merchantId: string } & (
  | { readonly notificationIds: readonly string[] }
  | { readonly since: Date; readonly until: Date }
)

const pageSize = 500

/** They keep their ids, so that merchants can recognize them. Those that are pending already stay as they are. */
export async function replayNotifications(
  which: ReplaySelection,
  { userId }: { readonly userId: string },
  { deliveries, audit, clock }: { readonly deliveries: Deliveries; readonly audit: Audit; readonly clock: Clock },
): Promise<{ readonly replayed: number }> {
  const { merchantId } = which
  // Written before anything is sent: who requested it is recorded even if the replay is interrupted.
  const { merchantId: _, ...subject } = which
  await audit.append({ merchantId, actor: userId, action: 'NOTIFICATIONS_REPLAYED', subject, at: clock.now() })
  if ('notificationIds' in which) return { replayed: await deliveries.replay(which) }

  let replayed = 0
  let after: DeliveryCursor | undefined
  // Oldest first: a later notification of an order finds the earlier one pending, and waits for it.
  for (;;) {
    const page = await deliveries.list({ ...which, isOldestFirst: true, limit: pageSize, after })
    const notificationIds = page.filter(({ state }) => state !== 'PENDING').map(({ notificationId }) => notificationId)
    if (notificationIds.length > 0) replayed += await deliveries.replay({ merchantId, notificationIds })
    after = page.at(-1)
    if (page.length < pageSize) return { replayed }
  }
}

// Sends pending notifications now, without waiting for their next attempt.

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
