// The page on which a payer pays: which attempts there may be, one at a time.
import { type GatewayCode, gatewayCodes } from './gateway-code.ts'

/**
 * - OPEN: the payer may pay.
 * - PAYING: an attempt is under way.
 * - DONE: paid, verified, or kept, as the merchant asked.
 * - FAILED: as many attempts as are allowed have failed.
 */
export type Checkout =
  | { readonly state: 'OPEN'; readonly attempts: number; readonly last?: LastAttempt }
  | { readonly state: 'PAYING'; readonly attempts: number; readonly transactionId: string; readonly since: Date }
  | { readonly state: 'DONE' | 'FAILED'; readonly attempts: number; readonly last?: LastAttempt }

export type CheckoutState = Checkout['state']

export interface LastAttempt {
  readonly transactionId: string
  readonly gatewayCode: GatewayCode
}

/**
 * - BEGIN: the payer has pressed the button; the transaction has its id, and nobody outside was asked yet.
 * - SUCCEEDED, DECLINED: what became of the attempt.
 * - WITHDRAWN: nobody was asked after all, so that it was no attempt.
 * - KEPT: the card went into the session, which is all that was asked for.
 */
export type CheckoutEvent =
  | { readonly kind: 'BEGIN'; readonly transactionId: string; readonly at: Date }
  | { readonly kind: 'SUCCEEDED' | 'DECLINED'; readonly gatewayCode: GatewayCode }
  | { readonly kind: 'WITHDRAWN' | 'KEPT' }

/** Unless interaction.retryAttemptCount says otherwise. */
export const usualAttempts = 5

/** Read a row as: from, when, to. Anything not listed cannot happen there, and leaves the page as it is. */
export const checkoutTransitions = [
  ['OPEN', 'BEGIN', 'PAYING'],
  ['OPEN', 'KEPT', 'DONE'],
  ['PAYING', 'SUCCEEDED', 'DONE'],
  // After the last attempt that is allowed: FAILED.
  ['PAYING', 'DECLINED', 'OPEN'],
  ['PAYING', 'WITHDRAWN', 'OPEN'],
] as const satisfies readonly (readonly [CheckoutState, CheckoutEvent['kind'], CheckoutState])[]

/** The page after an event; undefined when the event cannot happen there. */
export function advance(
  checkout: Checkout,
  event: CheckoutEvent,
  { attemptsMax }: { readonly attemptsMax: number },
): Checkout | undefined {
  if (!checkoutTransitions.some(([from, when]) => from === checkout.state && when === event.kind)) return undefined
  const { attempts } = checkout
  switch (event.kind) {
    case 'BEGIN':
      return { state: 'PAYING', attempts: attempts + 1, transactionId: event.transactionId, since: event.at }
    case 'KEPT':
      return { state: 'DONE', attempts: attempts + 1 }
    case 'SUCCEEDED':
      return { state: 'DONE', attempts, last: lastOf(checkout, event.gatewayCode) }
    case 'DECLINED':
      return attempts < attemptsMax
        ? { state: 'OPEN', attempts, last: lastOf(checkout, event.gatewayCode) }
        : { state: 'FAILED', attempts, last: lastOf(checkout, 'EXCEEDED_RETRY_LIMIT') }
    case 'WITHDRAWN':
      return { state: 'OPEN', attempts: attempts - 1 }
  }
}

function lastOf(checkout: Checkout, gatewayCode: GatewayCode): LastAttempt {
  return { transactionId: checkout.state === 'PAYING' ? checkout.transactionId : '', gatewayCode }
}

/**
 * What an outcome means for the page. While it is open the payer waits: another attempt could be a second charge. An order
 * that was busy was not asked about at all.
 */
export function fateOf(gatewayCode: GatewayCode): 'SUCCEEDED' | 'DECLINED' | 'WAITING' | 'WITHDRAWN' {
  if (gatewayCode === 'LOCK_FAILURE') return 'WITHDRAWN'
  const { isOpen, result } = gatewayCodes[gatewayCode]
  if (isOpen) return 'WAITING'
  return result === 'SUCCESS' ? 'SUCCEEDED' : 'DECLINED'
}

/** The smallest positive number that no transaction of the order has as its id. */
export function nextTransactionId(taken: readonly string[]): string {
  const known = new Set(taken)
  let number = 1
  while (known.has(String(number))) number += 1
  return String(number)
}

/** Why an attempt did not go through, by what the payer can do about it. */
export type DeclineReason =
  | 'DECLINED'
  | 'CARD_EXPIRED'
  | 'SECURITY_CODE'
  | 'INSUFFICIENT_FUNDS'
  | 'TRY_LATER'
  | 'NOT_SUPPORTED'
  | 'BLOCKED'

/** Codes of outcomes that the payer can do something about, or that need other words than the usual ones. */
const declineReasons: Readonly<Partial<Record<GatewayCode, DeclineReason>>> = {
  ABORTED: 'TRY_LATER',
  ACQUIRER_SYSTEM_ERROR: 'TRY_LATER',
  BALANCE_UNKNOWN: 'TRY_LATER',
  BLOCKED: 'BLOCKED',
  DECLINED_AVS_CSC: 'SECURITY_CODE',
  DECLINED_CSC: 'SECURITY_CODE',
  DECLINED_PAYMENT_PLAN: 'NOT_SUPPORTED',
  EXPIRED_CARD: 'CARD_EXPIRED',
  INSUFFICIENT_FUNDS: 'INSUFFICIENT_FUNDS',
  INVALID_CSC: 'SECURITY_CODE',
  LOCK_FAILURE: 'TRY_LATER',
  NO_BALANCE: 'INSUFFICIENT_FUNDS',
  NOT_SUPPORTED: 'NOT_SUPPORTED',
  SYSTEM_ERROR: 'TRY_LATER',
  TIMED_OUT: 'TRY_LATER',
  UNSPECIFIED_FAILURE: 'TRY_LATER',
}

/** Undefined for what is no decline. */
export function declineReasonOf(gatewayCode: GatewayCode): DeclineReason | undefined {
  const fate = fateOf(gatewayCode)
  if (fate === 'SUCCEEDED' || fate === 'WAITING') return undefined
  return declineReasons[gatewayCode] ?? 'DECLINED'
}
