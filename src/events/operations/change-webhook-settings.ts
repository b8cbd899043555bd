// Changes a merchant's webhook settings. Undelivered notifications follow a corrected URL.

import type { AuditStamp } from '../../audit/ports/audit.ts'
import type { Deliveries, NotificationSetting, NotificationSettings } from '../ports/notifications.ts'
import { type RedirectPorts, redirectNotifications } from './redirect-notifications.ts'

export type WebhookChange = Parameters<NotificationSettings['change']>[1]

interface ChangePorts extends RedirectPorts {
  readonly notificationSettings: Pick<NotificationSettings, 'change'>
  readonly deliveries: Deliveries
}

export async function changeWebhookSettings(
  merchantId: string,
  change: WebhookChange,
  by: AuditStamp,
  ports: ChangePorts,
): Promise<{ readonly setting: NotificationSetting; readonly redirected: number }> {
  const { notificationSettings, deliveries } = ports
  const { setting, previousUrl: from } = await notificationSettings.change(merchantId, change, by)
  // Enabling notifications also resumes a receiver that answered that it was gone.
  if (setting.isEnabled) await deliveries.enableReceivers(merchantId)
  const to = setting.url
  if (from === undefined || to === undefined || from === to) return { setting, redirected: 0 }
  return { setting, redirected: await redirectNotifications({ merchantId, from, to }, by, ports) }
}
