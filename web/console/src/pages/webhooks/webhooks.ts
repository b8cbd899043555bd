// What the services tell of notifications to the merchant.
import type {
  Delivery,
  DeliveryAttempt,
  NotificationSecrets,
  SendResult,
} from '../../../../../src/ports/events/notifications.ts'
import { path } from '../../api/client.ts'
import type { Jsonified } from '../../api/json.ts'

export interface WebhookSetting {
  readonly isEnabled: boolean
  readonly url: string | null
  readonly acceptsAny2xx: boolean
  readonly validSecrets: number
  /** During a rotation: when the secrets before end. */
  readonly previousUntil?: string
}

export type RevealedSecrets = WebhookSetting & { readonly secrets: readonly NotificationSecrets[] }

export interface TestNotificationResult {
  readonly notificationId: string
  readonly isAccepted: boolean
  readonly result: SendResult
}

export type DeliverySummary = Jsonified<Omit<Delivery, 'body'>>
export type DeliveryDetails = Jsonified<Delivery> & { readonly tries: readonly Jsonified<DeliveryAttempt>[] }

export const webhooksPath = (merchantId: string) => path`/merchants/${merchantId}/webhooks`
export const deliveriesPath = (merchantId: string) => path`/merchants/${merchantId}/deliveries`
