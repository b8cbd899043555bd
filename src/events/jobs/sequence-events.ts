// The sequencer: gives events their positions in each merchant's feed, and notifications their final form.
import type { EventDependencies } from '../dependencies.ts'
import { buildNotification } from '../operations/build-notification.ts'
import type { NotificationBuilder } from '../ports/events.ts'
import type { WebhookSettingsStore } from '../ports/webhooks.ts'

export interface SequencerDependencies extends Pick<EventDependencies, 'store' | 'feed' | 'vault'> {
  readonly webhookSettings: Pick<WebhookSettingsStore, 'find'>
}

export interface SequencerHooks {
  /** Notifications of the merchant are ready to be delivered. */
  readonly onNotifications: (merchantId: string) => void
  /** Events of the merchant have been given their positions. */
  readonly onSequenced?: (merchantId: string) => void
  readonly onError: (error: unknown, merchantId: string) => void
}

/** Merchants per poll; those left out are among the first of the next. */
const merchantsMax = 1_000
/** Events per commit: enough to spread its cost, few enough to cause no delay. */
const eventsMax = 500

/**
 * Processes what is waiting when the round begins; with names, for these merchants only. Returns how many events got
 * their positions.
 */
export async function sequenceEvents(
  named: ReadonlySet<string> | undefined,
  dependencies: SequencerDependencies,
  hooks: SequencerHooks,
): Promise<number> {
  let stamped = 0
  for (const merchantId of named ?? (await dependencies.feed.merchantsWaiting(merchantsMax))) {
    try {
      stamped += await sequenceMerchant(merchantId, dependencies, hooks)
    } catch (error) {
      // A failure for one merchant does not affect the others.
      hooks.onError(error, merchantId)
    }
  }
  return stamped
}

/** Until nothing is left, or another process has taken over. */
async function sequenceMerchant(
  merchantId: string,
  dependencies: SequencerDependencies,
  hooks: SequencerHooks,
): Promise<number> {
  const render = await notificationBuilderFor(merchantId, dependencies)
  let stamped = 0
  for (;;) {
    let notifications = 0
    const counted: NotificationBuilder | undefined =
      render &&
      ((event) => {
        const notification = render(event)
        if (notification) notifications += 1
        return notification
      })
    const events = await dependencies.feed.assignPositions(merchantId, counted, eventsMax)
    if (notifications > 0) hooks.onNotifications(merchantId)
    if (events === 'LOCKED') return stamped
    stamped += events
    if (events > 0) hooks.onSequenced?.(merchantId)
    if (events < eventsMax) return stamped
  }
}

/** Undefined for a merchant without notifications, whose events then need not be read at all. */
async function notificationBuilderFor(
  merchantId: string,
  { store, webhookSettings, vault }: SequencerDependencies,
): Promise<NotificationBuilder | undefined> {
  const setting = await webhookSettings.find(merchantId)
  if (!setting?.isEnabled) return undefined
  const access = await store.findMerchant(merchantId)
  // If it is unknown how much may be shown, nothing is.
  const { cardMasking, notificationHosts } = access?.merchant.profile ?? {
    cardMasking: 'HIDDEN',
    notificationHosts: [],
  }
  return (event) => buildNotification(event, { setting, cardMasking, notificationHosts }, vault)
}
