// The page on which a payer pays: which attempts there may be, one at a time.

import { type GatewayCode, gatewayCodes } from '../../kernel/gateway-code.ts'
import type { Provider } from '../../kernel/provider.ts'
import type { AuthenticationPolicy } from '../../merchants/rules/merchant.ts'

/**
 * - OPEN: the payer may pay.
 * - AUTHENTICATING: an attempt is under way whose payer is being authenticated; no payment was requested yet.
 * - PAYING: an attempt is under way.
 * - DONE: paid, verified, or stored, as the merchant requested.
 * - FAILED: all permitted attempts have failed.
 */
export type Checkout =
  | { readonly state: 'OPEN'; readonly attempts: number; readonly last?: LastAttempt | undefined }
  | ({ readonly state: 'AUTHENTICATING' | 'PAYING'; readonly attempts: number } & CurrentAttempt)
  | { readonly state: 'DONE' | 'FAILED'; readonly attempts: number; readonly last?: LastAttempt | undefined }

export type CheckoutState = Checkout['state']

interface CurrentAttempt {
  /** The id of the authentication, while there is one; of the payment afterwards. */
  readonly transactionId: string
  readonly since: Date
  /** The provider on whose site it is made. */
  readonly provider?: Provider
}

export interface LastAttempt {
  readonly transactionId: string
  readonly gatewayCode: GatewayCode
  readonly provider?: Provider
}

/**
 * - BEGIN: the payer has submitted the page; the transaction has its id, and nothing was sent outside yet.
 * - AUTHENTICATE: the same, and the payer is authenticated first.
 * - PROCEED: the payer was authenticated as far as possible, and the payment has its id.
 * - SUCCEEDED, DECLINED: the outcome of the attempt. A provider may approve after it has declined.
 * - WITHDRAWN: nothing was sent after all, so it does not count as an attempt.
 * - KEPT: the card went into the session, which is all that was requested.
 */
export type CheckoutEvent =
  | { readonly kind: 'BEGIN'; readonly transactionId: string; readonly at: Date; readonly provider?: Provider }
  | { readonly kind: 'AUTHENTICATE' | 'PROCEED'; readonly transactionId: string; readonly at: Date }
  | { readonly kind: 'SUCCEEDED' | 'DECLINED'; readonly gatewayCode: GatewayCode }
  | { readonly kind: 'WITHDRAWN' | 'KEPT' }

/** Unless interaction.retryAttemptCount sets another number. */
export const defaultAttemptsMax = 5

/** Read a row as: from, event, to. Anything not listed cannot happen in that state, and leaves the page as it is. */
export const checkoutTransitions = [
  ['OPEN', 'BEGIN', 'PAYING'],
  ['OPEN', 'AUTHENTICATE', 'AUTHENTICATING'],
  ['OPEN', 'KEPT', 'DONE'],
  ['OPEN', 'SUCCEEDED', 'DONE'],
  ['AUTHENTICATING', 'PROCEED', 'PAYING'],
  ['AUTHENTICATING', 'DECLINED', 'OPEN'],
  ['AUTHENTICATING', 'WITHDRAWN', 'OPEN'],
  // The merchant's own programs have taken the id meanwhile: another is used.
  ['PAYING', 'PROCEED', 'PAYING'],
  ['PAYING', 'SUCCEEDED', 'DONE'],
  // After the last permitted attempt: FAILED.
  ['PAYING', 'DECLINED', 'OPEN'],
  ['PAYING', 'WITHDRAWN', 'OPEN'],
] as const satisfies readonly (readonly [CheckoutState, CheckoutEvent['kind'], CheckoutState])[]

/** The page after an event; undefined when the event cannot happen there. */
export function advanceCheckout(
  checkout: Checkout,
  event: CheckoutEvent,
  { attemptsMax }: { readonly attemptsMax: number },
): Checkout | undefined {
  if (!checkoutTransitions.some(([from, when]) => from === checkout.state && when === event.kind)) return undefined
  const { attempts } = checkout
  switch (event.kind) {
    case 'BEGIN': {
      const { transactionId, at: since, provider } = event
      return { state: 'PAYING', attempts: attempts + 1, transactionId, since, ...(provider && { provider }) }
    }
    case 'AUTHENTICATE':
      return { state: 'AUTHENTICATING', attempts: attempts + 1, transactionId: event.transactionId, since: event.at }
    case 'PROCEED':
      return { state: 'PAYING', attempts, transactionId: event.transactionId, since: event.at }
    case 'KEPT':
      return { state: 'DONE', attempts: attempts + 1 }
    case 'SUCCEEDED':
      return { state: 'DONE', attempts, last: lastAttemptOf(checkout, event.gatewayCode) }
    case 'DECLINED':
      return attempts < attemptsMax
        ? { state: 'OPEN', attempts, last: lastAttemptOf(checkout, event.gatewayCode) }
        : { state: 'FAILED', attempts, last: lastAttemptOf(checkout, 'EXCEEDED_RETRY_LIMIT') }
    case 'WITHDRAWN':
      return { state: 'OPEN', attempts: attempts - 1 }
  }
}

function lastAttemptOf(checkout: Checkout, gatewayCode: GatewayCode): LastAttempt {
  const { transactionId = '', provider } = currentOrLastAttempt(checkout) ?? {}
  return { transactionId, gatewayCode, ...(provider && { provider }) }
}

/** The attempt under way, or else the last one. */
function currentOrLastAttempt(checkout: Checkout): Pick<LastAttempt, 'transactionId' | 'provider'> | undefined {
  return isUnderWay(checkout) ? checkout : checkout.last
}

export function isUnderWay(
  checkout: Checkout,
): checkout is Extract<Checkout, { readonly state: 'AUTHENTICATING' | 'PAYING' }> {
  return checkout.state === 'AUTHENTICATING' || checkout.state === 'PAYING'
}

/**
 * Whether a page has its payer authenticated before a card pays: as the merchant sets for this page, unless the
 * operator requires it.
 */
export function isAuthenticationWanted(
  policy: AuthenticationPolicy,
  requested: 'BYPASS' | 'MANDATORY' | 'USE_GATEWAY_DEFAULT' = 'USE_GATEWAY_DEFAULT',
): boolean {
  if (policy === 'REQUIRED' || requested === 'MANDATORY') return true
  return requested !== 'BYPASS' && policy === 'ON_PAGES'
}

/**
 * What an outcome means for the page. While the outcome is open the payer waits: another attempt could be a second
 * charge. For an order that was busy, nothing was sent at all.
 */
export function attemptOutcomeOf(gatewayCode: GatewayCode): 'SUCCEEDED' | 'DECLINED' | 'WAITING' | 'WITHDRAWN' {
  if (gatewayCode === 'LOCK_FAILURE') return 'WITHDRAWN'
  const { isOpen, result } = gatewayCodes[gatewayCode]
  if (isOpen) return 'WAITING'
  return result === 'SUCCESS' ? 'SUCCEEDED' : 'DECLINED'
}

/** The smallest positive number that no transaction of the order has as its id. */
export function nextTransactionId(taken: readonly string[]): string {
  const usedIds = new Set(taken)
  let number = 1
  while (usedIds.has(String(number))) number += 1
  return String(number)
}

/** The id of an authentication. It is distinct, so that payments keep the plain numbers. */
export function nextAuthenticationId(taken: readonly string[]): string {
  const prefix = 'authentication-'
  const numbers = taken.filter((id) => id.startsWith(prefix)).map((id) => id.slice(prefix.length))
  return prefix + nextTransactionId(numbers)
}

/** Why an attempt failed, by what the payer can do about it. */
export type DeclineReason =
  | 'AUTHENTICATION_FAILED'
  | 'DECLINED'
  | 'CARD_EXPIRED'
  | 'SECURITY_CODE'
  | 'INSUFFICIENT_FUNDS'
  | 'TRY_LATER'
  | 'NOT_SUPPORTED'
  | 'BLOCKED'
  | 'WALLET_REFUSED'
  | ProviderReason

/** The same for a payment at a provider, whose name the payer is shown. */
export type ProviderReason =
  | 'CANCELLED_AT_PROVIDER'
  | 'UNFINISHED_AT_PROVIDER'
  | 'DECLINED_BY_PROVIDER'
  | 'PROVIDER_UNREACHABLE'

/** Outcome codes that the payer can do something about, or that need a specific text. */
const declineReasons: Readonly<Partial<Record<GatewayCode, DeclineReason>>> = {
  ABORTED: 'TRY_LATER',
  ACQUIRER_SYSTEM_ERROR: 'TRY_LATER',
  AUTHENTICATION_FAILED: 'AUTHENTICATION_FAILED',
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
  NOT_ENROLLED_3D_SECURE: 'AUTHENTICATION_FAILED',
  NOT_SUPPORTED: 'NOT_SUPPORTED',
  SYSTEM_ERROR: 'TRY_LATER',
  TIMED_OUT: 'TRY_LATER',
  UNSPECIFIED_FAILURE: 'TRY_LATER',
}

/** Undefined for what is no decline. */
export function declineReasonOf({
  gatewayCode,
  provider,
}: Omit<LastAttempt, 'transactionId'>): DeclineReason | undefined {
  const outcome = attemptOutcomeOf(gatewayCode)
  if (outcome === 'SUCCEEDED' || outcome === 'WAITING') return undefined
  const reason = declineReasons[gatewayCode] ?? 'DECLINED'
  return provider ? providerReasonOf(gatewayCode, reason) : reason
}

function providerReasonOf(gatewayCode: GatewayCode, reason: DeclineReason): ProviderReason {
  if (gatewayCode === 'CANCELLED') return 'CANCELLED_AT_PROVIDER'
  if (gatewayCode === 'ABORTED') return 'UNFINISHED_AT_PROVIDER'
  return reason === 'TRY_LATER' ? 'PROVIDER_UNREACHABLE' : 'DECLINED_BY_PROVIDER'
}
