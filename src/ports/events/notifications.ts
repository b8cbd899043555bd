// Notifications to merchants: where they go, what became of them, and who may send them.
import type { NotificationToSend } from './events.ts'

/** What a merchant has decided, or the operator for it. */
export interface NotificationSetting {
  readonly merchantId: string
  readonly isEnabled: boolean
  /** Where they go when no request says otherwise. */
  readonly url: string | undefined
  readonly acceptsAny2xx: boolean
  /** The newest first; during a rotation the ones before them, too. */
  readonly secrets: readonly NotificationSecrets[]
  /** During a rotation: when the ones before end. */
  readonly previousUntil?: Date
}

export interface NotificationSecrets {
  /** Sent as X-Notification-Secret. */
  readonly sent: string
  /** Signs; in the form that Standard Webhooks has for it. */
  readonly signing: string
}

export interface NotificationSettings {
  /** At most a second old. */
  find(merchantId: string): Promise<NotificationSetting | undefined>
  /** Makes secrets when there are none. */
  change(
    merchantId: string,
    change: { readonly isEnabled?: boolean; readonly url?: string | null; readonly acceptsAny2xx?: boolean },
    by: { readonly actor: string; readonly at: Date },
  ): Promise<NotificationSetting>
  /** New secrets; the ones before stay valid until then, or end at once. */
  rotate(
    merchantId: string,
    by: { readonly actor: string; readonly at: Date; readonly previousUntil: Date | undefined },
  ): Promise<NotificationSetting | undefined>
  /** Ends a rotation now: the secrets before the newest are no longer valid. */
  finishRotation(
    merchantId: string,
    by: { readonly actor: string; readonly at: Date },
  ): Promise<NotificationSetting | undefined>
}

/**
 * - answered: somebody answered, whatever.
 * - failed: nobody did, or not in time, or not who we were looking for.
 * - refused: we do not call there at all.
 */
export type SendResult =
  | {
      readonly kind: 'answered'
      readonly status: number
      /** How long we are asked to wait. */
      readonly retryAfterMs?: number
      readonly excerpt: string
      readonly tookMs: number
    }
  | { readonly kind: 'failed' | 'refused'; readonly why: string; readonly tookMs: number }

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
  readonly receiverId: string
  readonly state: DeliveryState
  /** How often it was tried. */
  readonly attempts: number
  /** How many of these tries were made before it was replayed, the last time. */
  readonly attemptsBefore: number
  readonly nextAt?: Date
  readonly createdAt: Date
  readonly endedAt?: Date
}

export interface DeliveryAttempt {
  readonly attempt: number
  readonly at: Date
  readonly status?: number
  /** In a word, where nobody answered or nobody was asked. */
  readonly problem?: string
  /** How an answer began that was not the one we wanted. */
  readonly excerpt?: string
  readonly tookMs: number
}

export interface ReceiverKey {
  readonly merchantId: string
  readonly receiverId: string
}

/** A receiver whose work is ours for the lease. */
export interface ClaimedReceiver extends ReceiverKey {
  readonly url: string
}

/** What an attempt came to. */
export interface DeliveryOutcome {
  readonly merchantId: string
  readonly notificationId: string
  readonly attempt: DeliveryAttempt
  readonly state: DeliveryState
  /** With PENDING: when to try again. */
  readonly retryAfterMs?: number
}

/** Identifies a delivery in a list, so that the next page begins after it. */
export type DeliveryCursor = Pick<Delivery, 'createdAt' | 'notificationId'>

export interface Deliveries {
  /** Receivers with work that is due and that nobody works on; ours for so long, at most 30 seconds. */
  claimReceivers(claim: {
    readonly owner: string
    readonly leaseMs: number
    readonly limit: number
  }): Promise<readonly ClaimedReceiver[]>
  /** False when the lease has been lost. */
  keepClaim(receiver: ReceiverKey, claim: { readonly owner: string; readonly leaseMs: number }): Promise<boolean>
  /** Says whether there is work again that is due. With a pause the receiver is left alone for so long. */
  release(
    receiver: ReceiverKey,
    claim: { readonly owner: string; readonly pauseMs?: number },
  ): Promise<{ readonly isDue: boolean }>
  /** Due deliveries of a receiver that may go now, of each order the next one, oldest first; without those in flight. */
  findDue(
    receiver: ClaimedReceiver,
    page: { readonly limit: number; readonly inFlight: readonly string[]; readonly waitsForAttempts: number },
  ): Promise<readonly Delivery[]>
  /** Outcomes of the same moment share a commit. */
  record(outcome: DeliveryOutcome): Promise<void>
  /** It is gone: what waits for it is parked, and the audit tells of it in the same commit. Says how many were. */
  disable(receiver: ReceiverKey, why: string, at: Date): Promise<number>
  /** Receivers of a merchant that were gone are taken to be back; what was parked stays parked. */
  enableReceivers(merchantId: string): Promise<void>
  find(merchantId: string, notificationId: string): Promise<Delivery | undefined>
  attemptsOf(merchantId: string, notificationId: string): Promise<readonly DeliveryAttempt[]>
  /** Newest first, unless told otherwise. */
  list(page: {
    readonly merchantId: string
    readonly state?: DeliveryState
    readonly orderId?: string
    readonly since?: Date
    readonly until?: Date
    readonly after?: DeliveryCursor
    readonly isOldestFirst?: boolean
    readonly limit: number
  }): Promise<readonly Delivery[]>
  /**
   * What was delivered or parked is due at once, under the same ids, with all its attempts anew; says how many. A receiver
   * that was gone or asked for peace is tried again, too.
   */
  replay(which: { readonly merchantId: string; readonly notificationIds: readonly string[] }): Promise<number>
  /** With their attempts; and receivers that nothing is left of. */
  deleteDelivered(before: Date, limit: number): Promise<number>
  /** For figures: how many wait, how many are parked, and since when the oldest that is due has waited. */
  backlog(): Promise<{ readonly pending: number; readonly parked: number; readonly oldestDueMs: number }>
}
