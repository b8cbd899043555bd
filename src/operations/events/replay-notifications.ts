// Sends notifications once more, by hand: single ones, or all that were made in a time.
import type { Audit } from '../../ports/audit/audit.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Deliveries, DeliveryCursor } from '../../ports/events/notifications.ts'

export type ReplaySelection = { readonly merchantId: string } & (
  | { readonly notificationIds: readonly string[] }
  | { readonly since: Date; readonly until: Date }
)

const pageSize = 500

/** They go out under the ids they had, so that receivers can tell. What waits already is left as it is. */
export async function replayNotifications(
  which: ReplaySelection,
  { userId }: { readonly userId: string },
  { deliveries, audit, clock }: { readonly deliveries: Deliveries; readonly audit: Audit; readonly clock: Clock },
): Promise<{ readonly replayed: number }> {
  const { merchantId } = which
  // Before anything leaves: who asked for it is known also when we are cut off half-way.
  const { merchantId: _, ...subject } = which
  await audit.append({ merchantId, actor: userId, action: 'NOTIFICATIONS_REPLAYED', subject, at: clock.now() })
  if ('notificationIds' in which) return { replayed: await deliveries.replay(which) }

  let replayed = 0
  let after: DeliveryCursor | undefined
  // The oldest first: a later one of an order finds the earlier one waiting, and waits for it.
  for (;;) {
    const page = await deliveries.list({ ...which, isOldestFirst: true, limit: pageSize, ...(after && { after }) })
    const notificationIds = page.filter(({ state }) => state !== 'PENDING').map(({ notificationId }) => notificationId)
    if (notificationIds.length > 0) replayed += await deliveries.replay({ merchantId, notificationIds })
    after = page.at(-1)
    if (page.length < pageSize) return { replayed }
  }
}
