// What the other folders may use of events.
export { retrieveEvents } from './contract/retrieve-events.ts'
export { createEvents, type EventJobDependencies } from './create-events.ts'
export type { EventDependencies } from './dependencies.ts'
export { changeWebhookSettings } from './operations/change-webhook-settings.ts'
export { webhookSignature } from './operations/notification-headers.ts'
export { replayNotifications, sendNotificationsNow } from './operations/replay-notifications.ts'
export { sendTestNotification, type TestNotification } from './operations/send-test-notification.ts'
export type {
  Delivery,
  DeliveryAttempt,
  DeliveryCursor,
  SendResult,
  WebhookSecrets,
  WebhookSettings,
  WebhookSettingsStore,
} from './ports/webhooks.ts'
export { type OpenNotifier, openNotifier } from './webhooks/notifier.ts'
