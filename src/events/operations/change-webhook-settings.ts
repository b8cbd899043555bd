// Changes a merchant's webhook settings. Undelivered notifications follow a corrected URL.

import type { AuditStamp } from '../../audit/index.ts'
import type { Vault } from '../../keys/index.ts'
import { isDeliverySealed, sealDelivery } from '../../payments/index.ts'
import type { Deliveries, Delivery, WebhookSettings, WebhookSettingsStore } from '../ports/webhooks.ts'

export type WebhookChange = Parameters<WebhookSettingsStore['change']>[1]

interface ChangeDependencies extends RedirectDependencies {
  readonly webhookSettings: Pick<WebhookSettingsStore, 'change'>
  readonly deliveries: Deliveries
}

export async function changeWebhookSettings(
  merchantId: string,
  change: WebhookChange,
  by: AuditStamp,
  dependencies: ChangeDependencies,
): Promise<{ readonly setting: WebhookSettings; readonly redirected: number }> {
  const { webhookSettings, deliveries } = dependencies
  const { setting, previousUrl: from } = await webhookSettings.change(merchantId, change, by)
  // Enabling notifications also enables a webhook that answered that it was gone.
  if (setting.isEnabled) await deliveries.enableWebhooks(merchantId)
  const to = setting.url
  if (from === undefined || to === undefined || from === to) return { setting, redirected: 0 }
  return { setting, redirected: await redirectNotifications({ merchantId, from, to }, by, dependencies) }
}

/**
 * Undelivered notifications follow the merchant's corrected URL: those that were queued for the URL of its settings, not
 * those for the URL of an order.
 */
export interface RedirectDependencies {
  readonly deliveries: Pick<Deliveries, 'listFollowing' | 'redirect'>
  readonly vault: Pick<Vault, 'keyedHash' | 'matches'>
}

interface RedirectRequest {
  readonly merchantId: string
  readonly from: string
  readonly to: string
  /** From the sender: the notifications that it is sending to the old URL. */
  readonly underWay?: readonly string[]
}

const pageSize = 500

/**
 * Pending ones become due at once; parked ones stay parked, and are replayed to the new URL. Returns how many were moved: none
 * when the URL has been changed again since it was read.
 */
export async function redirectNotifications(
  { merchantId, from, to, underWay }: RedirectRequest,
  by: AuditStamp,
  { deliveries, vault }: RedirectDependencies,
): Promise<number> {
  let redirected = 0
  let after: string | undefined
  for (;;) {
    const page = await deliveries.listFollowing({ merchantId, url: from, limit: pageSize, after })
    // What was changed in the database keeps its URL, and is parked when its turn comes.
    const intact = page.filter((delivery) => isDeliverySealed(delivery, vault))
    if (intact.length > 0) {
      const seals = intact.map((delivery) => sealedFor(delivery, to, vault))
      const moved = await deliveries.redirect({ merchantId, from, to, seals, underWay }, by)
      if (moved === undefined) return redirected
      redirected += moved
    }
    after = page.at(-1)?.notificationId
    if (page.length < pageSize) return redirected
  }
}

/** The merchant has set the URL of its settings itself: it may get the secret. */
function sealedFor({ merchantId, notificationId }: Delivery, url: string, vault: Pick<Vault, 'keyedHash'>) {
  return { notificationId, seal: sealDelivery({ merchantId, notificationId, url }, true, vault) }
}
