// Events, in the order in which each merchant may read them.

import type { DeliverySeal } from '../../payments/index.ts'
import type { EventKind, OrderEvent, StoredTransaction } from '../../payments/ports/transactions.ts'
import type { VisibleToken } from '../../tokens/ports/token-store.ts'

/** One entry of a merchant's feed. */
export type FeedEntry =
  | {
      readonly subject: 'ORDER'
      readonly position: bigint
      readonly orderId: string
      readonly event: OrderEvent
      /** The transaction that the event is about; its request never changes. */
      readonly transaction: Pick<StoredTransaction, 'key' | 'type' | 'request'>
    }
  | {
      readonly subject: 'TOKEN'
      readonly position: bigint
      readonly repositoryId: string
      readonly token: string
      readonly event: TokenEvent
    }

export type TokenEventKind = 'CREATED' | 'UPDATED' | 'STATUS' | 'DELETED'

export interface TokenEvent {
  readonly number: number
  readonly eventId: string
  readonly kind: TokenEventKind
  readonly at: Date
  /** As it was then; for a deleted one, its last known state. */
  readonly token: VisibleToken
}

/** An event of an order that is about to get its position, with what a notification of it needs. */
export interface UnsequencedOrderEvent {
  readonly orderId: string
  readonly event: OrderEvent & { readonly kind: EventKind }
  readonly transaction: Pick<StoredTransaction, 'key' | 'type' | 'request'>
  /** The URL that the order's own requests gave last, up to this transaction. */
  readonly notificationUrl?: string
  /** Computed when the merchant named that URL with its own credentials. */
  readonly notificationUrlSeal?: string
}

/** A notification with everything fixed. */
export interface NotificationToSend {
  readonly notificationId: string
  readonly url: string
  readonly orderId: string
  readonly transactionId: string
  readonly eventNumber: number
  readonly apiVersion: number
  readonly body: string
  /** It goes to the URL of the merchant's settings, also when that is changed; not to the URL of its order. */
  readonly followsSetting?: boolean
  /** None on those that an earlier release has queued. */
  readonly seal?: DeliverySeal
}

/** Builds the notification of an event; undefined when the event causes none. */
export type NotificationBuilder = (event: UnsequencedOrderEvent) => NotificationToSend | undefined

export interface EventFeed {
  /** Merchants whose events wait for a position, the longest waiting first. */
  merchantsWaiting(limit: number): Promise<readonly string[]>
  /**
   * Gives positions to a merchant's events that have none, and writes the notifications that they cause, in one commit.
   * Returns how many events got positions; no other process does this for the merchant meanwhile, and a concurrent
   * caller gets 'LOCKED'. Without `notificationOf` the merchant gets no notifications.
   */
  assignPositions(
    merchantId: string,
    notificationOf: NotificationBuilder | undefined,
    limit: number,
  ): Promise<number | 'LOCKED'>
  read(page: {
    readonly merchantId: string
    readonly after: bigint
    readonly limit: number
  }): Promise<readonly FeedEntry[]>
  /** Resolves when the merchant's feed may have passed the position, or after the timeout. Holds no connection. */
  awaitBeyond(merchantId: string, position: bigint, timeoutMs: number): Promise<void>
}
