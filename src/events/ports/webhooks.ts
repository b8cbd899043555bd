// Merchants' webhooks: their settings, the deliveries of notifications to them, and which process may send them.
import type { AuditStamp } from '../../audit/ports/audit.ts'
import type { DeliverySeal } from '../../payments/index.ts'
import type { NotificationToSend } from './events.ts'

/** The settings of a merchant, made by itself or by the operator for it. */
export interface WebhookSettings {
  readonly merchantId: string
  readonly isEnabled: boolean
  /** The default URL if no request contains one. */
  readonly url: string | undefined
  readonly acceptsAny2xx: boolean
  /** Newest first; during a rotation also the previous ones. */
  readonly secrets: readonly WebhookSecrets[]
  /** During a rotation: when the previous ones end. */
  readonly previousUntil?: Date
}

export interface WebhookSecrets {
  /** Sent as X-Notification-Secret. */
  readonly sent: string
  /** The signing secret, in the form that Standard Webhooks defines. */
  readonly signing: string
}

export interface ChangedWebhookSettings {
  readonly setting: WebhookSettings
  readonly previousUrl: string | undefined
}

export interface WebhookSettingsStore {
  /** At most a second old. */
  find(merchantId: string): Promise<WebhookSettings | undefined>
  /** Creates secrets when there are none. Returns the URL before the change, too, as the same commit has read it. */
  change(
    merchantId: string,
    change: {
      readonly isEnabled?: boolean | undefined
      readonly url?: string | null | undefined
      readonly acceptsAny2xx?: boolean | undefined
    },
    by: { readonly actor: string; readonly at: Date },
  ): Promise<ChangedWebhookSettings>
  /** New secrets; the previous ones stay valid until then, or end at once. */
  rotate(
    merchantId: string,
    by: { readonly actor: string; readonly at: Date; readonly previousUntil: Date | undefined },
  ): Promise<WebhookSettings | undefined>
  /** Ends a rotation now: the secrets before the newest are no longer valid. */
  finishRotation(
    merchantId: string,
    by: { readonly actor: string; readonly at: Date },
  ): Promise<WebhookSettings | undefined>
}

/**
 * - answered: there was a response, whatever it was.
 * - failed: there was none, or not in time, or not from the expected host.
 * - refused: the gateway does not send requests there at all.
 */
export type SendResult =
  | {
      readonly kind: 'ANSWERED'
      readonly status: number
      /** How long the webhook asks to wait. */
      readonly retryAfterMs?: number | undefined
      readonly excerpt: string
      readonly tookMs: number
    }
  | { readonly kind: 'FAILED' | 'REFUSED'; readonly why: string; readonly tookMs: number }

export interface Notifier {
  send(message: {
    readonly url: string
    readonly headers: Readonly<Record<string, string>>
    readonly body: string
    readonly timeoutMs: number
  }): Promise<SendResult>
}

export type DeliveryState = 'PENDING' | 'DELIVERED' | 'PARKED'

export interface Delivery extends NotificationToSend {
  readonly merchantId: string
  readonly urlHash: string
  readonly state: DeliveryState
  /** The number of attempts. */
  readonly attempts: number
  /** How many of these attempts were made before the last replay. */
  readonly attemptsBefore: number
  readonly nextAt?: Date
  readonly createdAt: Date
  readonly endedAt?: Date
}

export interface DeliveryAttempt {
  readonly attempt: number
  readonly at: Date
  readonly status?: number
  /** A code, where there was no response or no request was sent. */
  readonly problem?: string
  /** The beginning of an unexpected response. */
  readonly excerpt?: string
  readonly tookMs: number
}

export interface WebhookKey {
  readonly merchantId: string
  readonly urlHash: string
}

/** A webhook that this process has claimed for the lease. */
export interface ClaimedWebhook extends WebhookKey {
  readonly url: string
}

/** The result of an attempt at a webhook, which may no longer be the notification's. */
export interface DeliveryOutcome extends WebhookKey {
  readonly notificationId: string
  /** Of the notification. */
  readonly createdAt: Date
  readonly attempt: DeliveryAttempt
  readonly state: DeliveryState
  /** With PENDING: when to retry. */
  readonly retryAfterMs?: number | undefined
}

/** Identifies a delivery in a list; the next page begins after it. */
export type DeliveryCursor = Pick<Delivery, 'createdAt' | 'notificationId'>

export interface Deliveries {
  /** Claims webhooks with due work that no other process has claimed, for at most 30 seconds. */
  claimWebhooks(claim: {
    readonly owner: string
    readonly leaseMs: number
    readonly limit: number
  }): Promise<readonly ClaimedWebhook[]>
  /** False when the lease has been lost. */
  keepClaim(webhook: WebhookKey, claim: { readonly owner: string; readonly leaseMs: number }): Promise<boolean>
  /** Returns whether there is due work again. With a pause the webhook gets no requests for so long. */
  release(
    webhook: WebhookKey,
    claim: { readonly owner: string; readonly pauseMs?: number },
  ): Promise<{ readonly isDue: boolean }>
  /**
   * Due deliveries of a webhook that may be sent now, the next one of each order, oldest first; without those in
   * flight.
   */
  findDue(
    webhook: ClaimedWebhook,
    page: { readonly limit: number; readonly inFlight: readonly string[]; readonly waitsForAttempts: number },
  ): Promise<readonly Delivery[]>
  /** Concurrent outcomes share a commit. */
  record(outcome: DeliveryOutcome): Promise<void>
  /**
   * The webhook is gone: its pending deliveries are parked, with an audit log entry in the same commit. Returns how
   * many were.
   */
  disable(webhook: WebhookKey, why: string, at: Date): Promise<number>
  /** Disabled webhooks of a merchant are enabled again; parked deliveries stay parked. */
  enableWebhooks(merchantId: string): Promise<void>
  /** Delivered notifications whose days are over are neither found, nor listed or replayed. */
  find(merchantId: string, notificationId: string): Promise<Delivery | undefined>
  attemptsOf(merchantId: string, notificationId: string): Promise<readonly DeliveryAttempt[]>
  /** Newest first by default. */
  list(page: {
    readonly merchantId: string
    readonly state?: DeliveryState | undefined
    readonly orderId?: string | undefined
    readonly since?: Date | undefined
    readonly until?: Date | undefined
    readonly after?: DeliveryCursor | undefined
    readonly isOldestFirst?: boolean | undefined
    readonly limit: number
  }): Promise<readonly Delivery[]>
  /**
   * Delivered or parked notifications become due at once, under the same ids, with all their attempts available again;
   * returns how many. A disabled or paused webhook is tried again too.
   */
  replay(which: { readonly merchantId: string; readonly notificationIds: readonly string[] }): Promise<number>
  /**
   * Pending notifications become due at once, and earlier pending ones of the same orders, which hold them up; returns how
   * many of those named. A paused webhook is tried again too.
   */
  sendNow(which: { readonly merchantId: string; readonly notificationIds: readonly string[] }): Promise<number>
  /** Undelivered notifications for a URL that go where the merchant's settings say, in the order of their ids. */
  listFollowing(page: {
    readonly merchantId: string
    readonly url: string
    readonly after?: string | undefined
    readonly limit: number
  }): Promise<readonly Delivery[]>
  /**
   * Moves them to the URL of the merchant's settings, with new seals and an audit log entry in one commit; returns how many were
   * moved. An attempt that is under way keeps its number, and the next one has another. Undefined, and nothing is moved, when the settings as committed have another URL: the caller's are older.
   */
  redirect(
    moved: {
      readonly merchantId: string
      readonly from: string
      readonly to: string
      readonly seals: readonly { readonly notificationId: string; readonly seal: DeliverySeal }[]
      /** Known to the process that has claimed the old webhook; otherwise each that is due there may be. */
      readonly underWay?: readonly string[] | undefined
    },
    by: AuditStamp,
  ): Promise<number | undefined>
  /** Drops the months that were over before, except for undelivered notifications, and creates those to come. */
  dropMonthsBefore(before: Date): Promise<void>
  /** Of those that are in no month, with their attempts; and webhooks without any deliveries left. */
  deleteDelivered(before: Date, limit: number): Promise<number>
  /** For figures: how many are pending, how many are parked, and since when the oldest due one has waited. */
  backlog(): Promise<{ readonly pending: number; readonly parked: number; readonly oldestDueMs: number }>
}
