// Transactions that continue after their first response, while the payer is on an external page. Browser, provider,
// merchant and job report on them at any time and in any order; each takes the order as it read it one step further, or
// is refused because another came first, and reads again.

import type { GatewayCode } from '../../kernel/gateway-code.ts'
import type { KeyedHash } from '../../kernel/keyed-hash.ts'
import type { OrderStatus } from '../../kernel/order-status.ts'
import type { SealedValue } from '../../keys/ports/vault.ts'
import type { OrderTotals } from '../rules/order.ts'
import type { StoredResponse } from './stored-messages.ts'
import type { EventKind, ReversalState, StoredJourney, TransactionKey } from './transactions.ts'

/** One step of a journey: one commit, one event. */
export interface JourneyStep {
  readonly key: TransactionKey
  /** The order as it was read; a step based on an outdated read is refused. */
  readonly orderRevision: number
  readonly at: Date
  readonly kind: Extract<EventKind, 'OUTCOME' | 'INTERACTION'>
  readonly journey: StoredJourney
  readonly gatewayCode: GatewayCode
  readonly amountMinor: bigint
  readonly batch?: number | undefined
  readonly reversal?: ReversalState | undefined
  /** Account numbers that were learned during the journey, sealed; earlier ones stay when there are none. */
  readonly accounts?: SealedValue | undefined
  readonly accountHash?: KeyedHash
  readonly orderStatus: OrderStatus | undefined
  readonly orderAmountMinor: bigint
  readonly totals: OrderTotals
  /** The canonical response after this step, masked, without what belongs to the call. */
  readonly response: StoredResponse
  /** No other transaction may change the order before this one is over. */
  readonly holdsOrder: boolean
  /** When set, a job polls it after this long. */
  readonly pollAfterMs?: number | undefined
}

export interface JourneyStore {
  findByToken(redirectToken: string): Promise<TransactionKey | undefined>
  /** False when the order has changed since it was read, or another transaction holds it. */
  recordStep(step: JourneyStep): Promise<boolean>
  /** Postpones the next poll without a step: nothing was learned. Without a time there is nothing more to learn. */
  pollLater(key: TransactionKey, afterMs: number | undefined): Promise<void>
  /**
   * True at most once in so long, as far as this process knows: for polls that an outside caller could cause at will.
   */
  mayPoll(key: TransactionKey, everyMs: number): boolean
}
