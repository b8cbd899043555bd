// Payer authentication: the names of its results, their effect on an order, and what a payment may do with them.

import { type GatewayCode, gatewayCodes } from '../../kernel/gateway-code.ts'
import type { OrderStatus } from '../../kernel/order-status.ts'
import type { AuthenticationPolicy } from '../../merchants/rules/merchant.ts'

export type AuthenticationRecommendation = 'DO_NOT_PROCEED' | 'PROCEED' | 'RESUBMIT_WITH_ALTERNATIVE_PAYMENT_DETAILS'

interface AuthenticationStatusRow {
  readonly gatewayCode: GatewayCode
  readonly recommendation: AuthenticationRecommendation
  /** The status of an order that contains only payer authentication. */
  readonly orderStatus: OrderStatus
}

const unfinished = { recommendation: 'PROCEED', orderStatus: 'AUTHENTICATION_INITIATED' } as const
const authenticated = { gatewayCode: 'APPROVED', recommendation: 'PROCEED', orderStatus: 'AUTHENTICATED' } as const
const notNeeded = { recommendation: 'PROCEED', orderStatus: 'AUTHENTICATION_NOT_NEEDED' } as const

/**
 * The progress of an authentication by the gateway's own operations. With AVAILABLE and PENDING the payer has still to
 * answer. What could not be done (UNAVAILABLE, NOT_SUPPORTED) is DECLINED, because the payer was not authenticated; the
 * payment may continue regardless, without the issuer's liability.
 */
export const authenticationStatuses = {
  AUTHENTICATION_INITIATED: { ...unfinished, gatewayCode: 'AUTHENTICATION_IN_PROGRESS' },
  AUTHENTICATION_AVAILABLE: { ...unfinished, gatewayCode: 'AUTHENTICATION_IN_PROGRESS' },
  AUTHENTICATION_PENDING: { ...unfinished, gatewayCode: 'PENDING' },
  AUTHENTICATION_SUCCESSFUL: authenticated,
  AUTHENTICATION_ATTEMPTED: authenticated,
  AUTHENTICATION_EXEMPT: { ...notNeeded, gatewayCode: 'APPROVED' },
  AUTHENTICATION_NOT_SUPPORTED: { ...notNeeded, gatewayCode: 'DECLINED' },
  AUTHENTICATION_UNAVAILABLE: {
    gatewayCode: 'DECLINED',
    recommendation: 'PROCEED',
    orderStatus: 'AUTHENTICATION_UNSUCCESSFUL',
  },
  AUTHENTICATION_FAILED: {
    gatewayCode: 'AUTHENTICATION_FAILED',
    recommendation: 'RESUBMIT_WITH_ALTERNATIVE_PAYMENT_DETAILS',
    orderStatus: 'AUTHENTICATION_UNSUCCESSFUL',
  },
  AUTHENTICATION_REJECTED: {
    gatewayCode: 'AUTHENTICATION_FAILED',
    recommendation: 'DO_NOT_PROCEED',
    orderStatus: 'AUTHENTICATION_UNSUCCESSFUL',
  },
} as const satisfies Readonly<Record<string, AuthenticationStatusRow>>

export type AuthenticationStatus = keyof typeof authenticationStatuses

/**
 * The issuer's codes: Y authenticated, A attempted, C to be challenged, I for information only, N failed, R rejected, U
 * unavailable.
 */
export const statusOfProof = {
  A: 'AUTHENTICATION_ATTEMPTED',
  C: 'AUTHENTICATION_PENDING',
  I: 'AUTHENTICATION_EXEMPT',
  N: 'AUTHENTICATION_FAILED',
  R: 'AUTHENTICATION_REJECTED',
  U: 'AUTHENTICATION_UNAVAILABLE',
  Y: 'AUTHENTICATION_SUCCESSFUL',
} as const satisfies Readonly<Record<string, AuthenticationStatus>>

/** Of an order that contains only authentications, by the latest. One that never got a response did not succeed. */
export function orderStatusOfAuthentication(latest: {
  readonly gatewayCode?: GatewayCode | undefined
  readonly authentication?: AuthenticationStatus | undefined
}): OrderStatus {
  const { gatewayCode, authentication = 'AUTHENTICATION_INITIATED' } = latest
  const row: AuthenticationStatusRow = authenticationStatuses[authentication]
  const isOver = gatewayCode !== undefined && !gatewayCodes[gatewayCode].isOpen
  const isUnfinished = row.orderStatus === 'AUTHENTICATION_INITIATED'
  return isOver && isUnfinished ? 'AUTHENTICATION_UNSUCCESSFUL' : row.orderStatus
}

/** Whether the payer may still change it. */
export function isUnfinished(status: AuthenticationStatus): boolean {
  return authenticationStatuses[status].orderStatus === 'AUTHENTICATION_INITIATED'
}

/** The outcomes of 3-D Secure 1, with the result and the recommendation that each is returned with. */
export const enrollmentOutcomes = {
  CARD_ENROLLED: { result: 'SUCCESS', recommendation: 'PROCEED' },
  CARD_NOT_ENROLLED: { result: 'SUCCESS', recommendation: 'PROCEED' },
  CARD_DOES_NOT_SUPPORT_3DS: { result: 'SUCCESS', recommendation: 'PROCEED' },
  AUTHENTICATION_SUCCESSFUL: { result: 'SUCCESS', recommendation: 'PROCEED' },
  AUTHENTICATION_ATTEMPTED: { result: 'SUCCESS', recommendation: 'PROCEED' },
  AUTHENTICATION_NOT_AVAILABLE: { result: 'SUCCESS', recommendation: 'PROCEED' },
  AUTHENTICATION_FAILED: { result: 'FAILURE', recommendation: 'DO_NOT_PROCEED' },
} as const satisfies Readonly<Record<string, { result: string; recommendation: AuthenticationRecommendation }>>

export type EnrollmentOutcome = keyof typeof enrollmentOutcomes

export const outcomeOfPaRes = {
  A: 'AUTHENTICATION_ATTEMPTED',
  N: 'AUTHENTICATION_FAILED',
  U: 'AUTHENTICATION_NOT_AVAILABLE',
  Y: 'AUTHENTICATION_SUCCESSFUL',
} as const satisfies Readonly<Record<string, EnrollmentOutcome>>

/** The payer authentication of a payment, however it was made. */
export type Authenticity =
  | 'NONE'
  | 'AUTHENTICATED'
  | 'NOT_ENROLLED'
  | 'UNAVAILABLE'
  | 'FAILED'
  /** The payer was sent to the issuer and has not answered. */
  | 'UNFINISHED'

export const authenticityOf = {
  AUTHENTICATION_INITIATED: 'UNFINISHED',
  AUTHENTICATION_AVAILABLE: 'UNFINISHED',
  AUTHENTICATION_PENDING: 'UNFINISHED',
  AUTHENTICATION_SUCCESSFUL: 'AUTHENTICATED',
  AUTHENTICATION_ATTEMPTED: 'AUTHENTICATED',
  AUTHENTICATION_EXEMPT: 'AUTHENTICATED',
  AUTHENTICATION_NOT_SUPPORTED: 'NOT_ENROLLED',
  AUTHENTICATION_UNAVAILABLE: 'UNAVAILABLE',
  AUTHENTICATION_FAILED: 'FAILED',
  AUTHENTICATION_REJECTED: 'FAILED',
} as const satisfies Readonly<Record<AuthenticationStatus, Authenticity>>

export const authenticityOfEnrollment = {
  CARD_ENROLLED: 'UNFINISHED',
  CARD_NOT_ENROLLED: 'NOT_ENROLLED',
  CARD_DOES_NOT_SUPPORT_3DS: 'NOT_ENROLLED',
  AUTHENTICATION_SUCCESSFUL: 'AUTHENTICATED',
  AUTHENTICATION_ATTEMPTED: 'AUTHENTICATED',
  AUTHENTICATION_NOT_AVAILABLE: 'UNAVAILABLE',
  AUTHENTICATION_FAILED: 'FAILED',
} as const satisfies Readonly<Record<EnrollmentOutcome, Authenticity>>

/** The outcome of a payment that is decided without a call to the acquirer; undefined where it may continue. */
const verdicts: Readonly<Record<Authenticity, { usual?: GatewayCode; required?: GatewayCode }>> = {
  NONE: { required: 'BLOCKED' },
  AUTHENTICATED: {},
  NOT_ENROLLED: { required: 'NOT_ENROLLED_3D_SECURE' },
  UNAVAILABLE: { required: 'BLOCKED' },
  FAILED: { usual: 'AUTHENTICATION_FAILED', required: 'AUTHENTICATION_FAILED' },
  UNFINISHED: { usual: 'DECLINED', required: 'DECLINED' },
}

export function refusalCodeFor(
  authenticity: Authenticity,
  { isRequired }: { readonly isRequired: boolean },
): GatewayCode | undefined {
  return verdicts[authenticity][isRequired ? 'required' : 'usual']
}

/**
 * Whether the merchant's profile permits a card payment only with its payer authenticated: not where no payer uses a
 * browser, and not where the merchant charges a stored card as agreed.
 */
export function isAuthenticationRequired(
  policy: AuthenticationPolicy,
  payment: {
    readonly source?: string | undefined
    readonly frequency?: string | undefined
    readonly hasAgreement: boolean
    readonly storedOnFile?: string | undefined
  },
): boolean {
  if (policy !== 'REQUIRED' || (payment.source ?? 'INTERNET') !== 'INTERNET') return false
  const isSeries = payment.hasAgreement || payment.frequency === 'RECURRING' || payment.frequency === 'INSTALLMENT'
  return !(isSeries && payment.storedOnFile === 'STORED')
}
