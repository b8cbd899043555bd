// What the console's services for webhooks return.
import type { Delivery, DeliveryAttempt, SendResult, WebhookSecrets } from '../../events/index.ts'

export interface WebhookSettingsBody {
  readonly isEnabled: boolean
  readonly url: string | null
  readonly acceptsAny2xx: boolean
  readonly validSecrets: number
  /** During a rotation: when the previous secrets end. */
  readonly previousUntil?: Date | undefined
  /** After a change of the URL: how many undelivered notifications now go there. */
  readonly redirected?: number | undefined
}

export interface RevealedSecretsBody extends WebhookSettingsBody {
  readonly secrets: readonly WebhookSecrets[]
}

export interface TestNotificationBody {
  readonly notificationId: string
  readonly isAccepted: boolean
  readonly result: SendResult
}

export type DeliverySummaryBody = Omit<Delivery, 'body' | 'seal' | 'followsSetting'>

export interface DeliveryDetailsBody extends DeliverySummaryBody {
  readonly body: string
  readonly tries: readonly DeliveryAttempt[]
}

export interface ReplayBody {
  readonly replayed: number
}

export interface SendNowBody {
  /** How many of those named were pending. */
  readonly sending: number
}
