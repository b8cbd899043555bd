// Changes a merchant's webhook settings. Undelivered notifications follow a corrected URL.

import type { AuditStamp } from '../../audit/ports/audit.ts'
import type { Deliveries, WebhookSettings, WebhookSettingsStore } from '../ports/webhooks.ts'
import { type RedirectPorts, redirectNotifications } from './redirect-notifications.ts'

export type WebhookChange = Parameters<WebhookSettingsStore['change']>[1]

interface ChangePorts extends RedirectPorts {
  readonly webhookSettings: Pick<WebhookSettingsStore, 'change'>
  readonly deliveries: Deliveries
}

export async function changeWebhookSettings(
  merchantId: string,
  change: WebhookChange,
  by: AuditStamp,
  ports: ChangePorts,
): Promise<{ readonly setting: WebhookSettings; readonly redirected: number }> {
  const { webhookSettings, deliveries } = ports
  const { setting, previousUrl: from } = await webhookSettings.change(merchantId, change, by)
  // Enabling notifications also enables a webhook that answered that it was gone.
  if (setting.isEnabled) await deliveries.enableWebhooks(merchantId)
  const to = setting.url
  if (from === undefined || to === undefined || from === to) return { setting, redirected: 0 }
  return { setting, redirected: await redirectNotifications({ merchantId, from, to }, by, ports) }
}
