// What admission decides on, and what it says.
import type { Store } from '../../payments/index.ts'
import type { LoopDelay } from '../../platform/http/listeners/loop-delay.ts'
import type { OverloadReason } from './overload-policy.ts'

/**
 * MERCHANT_LIMIT, LINK_LIMIT: the maximum number of requests of the merchant, or on the acquirer link, is in flight.
 */
export type ShedReason = OverloadReason | 'MERCHANT_LIMIT' | 'LINK_LIMIT'

export interface RequestAdmissionLimits {
  /** How long work may wait before requests are refused. */
  readonly delayMs: number
  /** How many payments may be admitted before their attempts are recorded. */
  readonly recordingMax: number
  /** As few payments as these may be in progress, acquirers aside, however long they take. */
  readonly progressMin: number
  /** How many requests may be in flight for one merchant and on one acquirer link. */
  readonly merchantMax: number
  readonly linkMax: number
}

export interface RequestAdmissionOptions {
  readonly limits: RequestAdmissionLimits
  readonly loopDelay: LoopDelay
  readonly onShed: (reason: ShedReason) => void
  /** The client of a request left before anything was recorded; nothing is done for it. */
  readonly onAbandoned: () => void
  readonly clock?: () => number
}

export interface IncomingWork {
  /**
   * A read, or a request on an order that this process knows: it has priority over requests that begin something new.
   */
  readonly isKnown: boolean
  readonly isRead: boolean
  /** It is going to record an attempt. */
  readonly isPayment: boolean
  readonly hasLeft: () => boolean
}

/** An admitted request. */
export interface AdmittedWork {
  /** Other requests are refused now, and this one was admitted because of the order in its path. */
  isPreferred(): boolean
  /** False when its client has left: nothing more is done for it. */
  isAwaited(): boolean
  /** False when the merchant has reached its limit of requests in flight. */
  countFor(merchantId: string): boolean
  /** The store for this request: its attempt is recorded only while its client is connected. */
  storeFrom(store: Store): Store
  /** The work itself, which may take longer than its client waits for it. */
  during<Result>(work: Promise<Result>): Promise<Result>
  /** Its client has its response, or has left. */
  closed(): void
}

export interface RequestAdmission {
  /** Resolves when it is the request's turn, or with undefined when it is refused. */
  enter(arrival: IncomingWork): Promise<AdmittedWork | undefined>
  /** For a request beside the API: resolves with the function that ends it, or with undefined when it is refused. */
  enterOther(hasLeft: () => boolean): Promise<(() => void) | undefined>
  isOverloaded(): boolean
  /** Refuses a request that begins something new, as `enter` would; false when it may wait for its turn. */
  refuseNew(): boolean
  /** Refuses a request whatever it is about, also a read; false when some would be admitted. */
  refuseAny(): boolean
  waiting(): { readonly count: number; readonly oldestMs: number }
  /** A connection was accepted: others may be waiting to be. */
  noteConnection(): void
}
