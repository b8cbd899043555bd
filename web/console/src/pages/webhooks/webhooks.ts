// Notifications to the merchant as the services return them, and where.
import type {
  DeliveryDetailsBody,
  DeliverySummaryBody,
  RevealedSecretsBody,
  WebhookSettingsBody,
} from '../../../../../src/console/response-bodies/webhooks.ts'
import { path } from '../../api/client.ts'
import type { Jsonified } from '../../api/json.ts'

export type WebhookSettingsView = Jsonified<WebhookSettingsBody>
export type RevealedSecrets = Jsonified<RevealedSecretsBody>
export type DeliverySummary = Jsonified<DeliverySummaryBody>
export type DeliveryDetails = Jsonified<DeliveryDetailsBody>

export const webhooksPath = (merchantId: string) => path`/merchants/${merchantId}/webhooks`
export const deliveriesPath = (merchantId: string) => path`/merchants/${merchantId}/deliveries`
