// A payment that its payer makes on a provider's site: the payer's progress, and the outcome. Browser, provider,
// merchant and job report on it in any order and repeatedly; each report changes something once, or nothing.

import { type GatewayCode, gatewayCodes, type TransactionResult } from '../../kernel/gateway-code.ts'
import { mergeValues, type Values } from '../../kernel/values.ts'
import type { BrowserPayment, MerchantConfirmation } from './journey.ts'

/** The state of a browser payment: its journey, and the transaction's values. */
export interface BrowserPaymentState {
  readonly journey: BrowserPayment
  readonly gatewayCode: GatewayCode
  readonly amountMinor: bigint
  /** The provider was, or is being, instructed to cancel it: later reports of the provider have no effect. */
  readonly isForgotten: boolean
}

/** What the rest of the order means for a success that comes after a failure. */
export interface OrderContext {
  /** Another transaction is under way. */
  readonly isHeldByOther: boolean
  /** Another payment of the order has succeeded. */
  readonly hasOtherPayment: boolean
}

/** The provider's report, interpreted. */
export interface JudgedProviderStatus {
  readonly state: 'OPEN' | 'AGREED' | 'PENDING' | 'OVER'
  /** With OVER. */
  readonly outcome?: {
    readonly gatewayCode: GatewayCode
    readonly amountMinor: bigint
    /** The provider may have moved money that counts as not moved. */
    readonly owesReversal: boolean
  }
  readonly isFinal: boolean
  readonly learned?: Values
}

export type BrowserPaymentEvent =
  /** The payer's browser opens the provider's page. */
  | { readonly kind: 'REDIRECTED' }
  /** The payer's browser is back. It proves nothing. */
  | { readonly kind: 'RETURNED' }
  | { readonly kind: 'REPORTED'; readonly status: JudgedProviderStatus }
  | { readonly kind: 'CONFIRMING'; readonly confirming: MerchantConfirmation; readonly learned: Values }
  /** No decision was made for too long. */
  | { readonly kind: 'ABANDONED' }

export interface BrowserPaymentAdvance {
  readonly kind: 'ADVANCED'
  readonly paymentState: BrowserPaymentState
  /** OUTCOME when the transaction's code has changed; INTERACTION for anything else. */
  readonly change: 'OUTCOME' | 'INTERACTION'
  /** The provider is to be instructed to cancel it, from now on. */
  readonly owesReversal: boolean
}

/**
 * Undefined when nothing changes; `waits` when another transaction holds the order and the decision must be made later.
 */
export type AdvanceResult = BrowserPaymentAdvance | { readonly kind: 'WAITS' } | undefined

/** Whether it is undecided, or how it was decided. */
export type BrowserPaymentPhase = 'OPEN' | 'SUCCEEDED' | 'FAILED' | 'FORGOTTEN'

export function phaseOf(state: Pick<BrowserPaymentState, 'gatewayCode' | 'isForgotten'>): BrowserPaymentPhase {
  const { result, isOpen } = gatewayCodes[state.gatewayCode]
  if (isOpen) return 'OPEN'
  if (result === 'SUCCESS') return 'SUCCEEDED'
  return state.isForgotten ? 'FORGOTTEN' : 'FAILED'
}

/** Started well; once the payer is back and the outcome is unknown, it is pending. */
export function browserPaymentResult({
  journey,
  gatewayCode,
}: Pick<BrowserPaymentState, 'journey' | 'gatewayCode'>): TransactionResult {
  if (gatewayCode === 'SUBMITTED' && journey.times.returned !== undefined) return 'PENDING'
  return gatewayCodes[gatewayCode].result
}

export function advanceBrowserPayment(
  paymentState: BrowserPaymentState,
  event: BrowserPaymentEvent,
  at: string,
  around: OrderContext,
): AdvanceResult {
  switch (event.kind) {
    case 'REDIRECTED':
      return onRedirected(paymentState, at)
    case 'RETURNED':
      return onReturned(paymentState, at)
    case 'REPORTED':
      return onProviderStatus(paymentState, event.status, at, around)
    case 'CONFIRMING':
      return onConfirming(paymentState, event)
    case 'ABANDONED':
      return onAbandoned(paymentState, at)
  }
}

/** The first opening counts. A payer who opens it when all is over does not get to the provider any more. */
function onRedirected(paymentState: BrowserPaymentState, at: string): AdvanceResult {
  const { journey } = paymentState
  const { status, times, providerUrl } = journey
  if (status === 'COMPLETED' || times.redirected !== undefined || providerUrl === undefined) return undefined
  return interaction(paymentState, {
    status: status === 'INITIATED' ? 'REDIRECTED_TO_PROVIDER' : status,
    times: { ...times, redirected: at },
  })
}

/** The first return counts, also after the provider has reported the result. */
function onReturned(paymentState: BrowserPaymentState, at: string): AdvanceResult {
  const { status, times } = paymentState.journey
  if (times.returned !== undefined) return undefined
  return interaction(paymentState, {
    status: status === 'COMPLETED' ? status : 'RETURNED_TO_MERCHANT',
    times: { ...times, returned: at },
  })
}

function onProviderStatus(
  paymentState: BrowserPaymentState,
  report: JudgedProviderStatus,
  at: string,
  around: OrderContext,
): AdvanceResult {
  const phase = phaseOf(paymentState)
  if (phase === 'SUCCEEDED' || phase === 'FORGOTTEN') return undefined
  if (phase === 'FAILED') return onStatusAfterFailure(paymentState, report, at, around)
  const learning = newDetails(paymentState.journey, report)
  switch (report.state) {
    case 'OPEN':
      return learning && interaction(paymentState, learning)
    case 'AGREED': {
      if (paymentState.journey.isAgreed && !learning) return undefined
      return interaction(paymentState, { ...learning, isAgreed: true })
    }
    case 'PENDING': {
      if (paymentState.gatewayCode === 'PENDING') return learning && interaction(paymentState, learning)
      return advanceWithOutcome(
        paymentState,
        { gatewayCode: 'PENDING', amountMinor: paymentState.amountMinor },
        learning,
      )
    }
    case 'OVER':
      return onEnded(paymentState, report, at)
  }
}

/**
 * The first failure stays. A later success counts if the order has no other and no other transaction is under way;
 * where it has one, the provider must not keep the money.
 */
function onStatusAfterFailure(
  paymentState: BrowserPaymentState,
  report: JudgedProviderStatus,
  at: string,
  around: OrderContext,
): AdvanceResult {
  const { outcome } = report
  if (report.state !== 'OVER' || !outcome || phaseOf({ ...outcome, isForgotten: false }) !== 'SUCCEEDED')
    return undefined
  if (around.isHeldByOther) return { kind: 'WAITS' }
  return around.hasOtherPayment ? withReversalOwed(paymentState) : onEnded(paymentState, report, at)
}

/** It is over at the provider, unless the provider itself does not know the outcome. */
function onEnded(
  paymentState: BrowserPaymentState,
  { outcome, isFinal, ...report }: JudgedProviderStatus,
  at: string,
): AdvanceResult {
  if (!outcome) throw new Error('a payment that is over at the provider has no outcome')
  const { mayStillSucceed: _, ...journey } = paymentState.journey
  const learning = newDetails(journey, report)
  const phase = phaseOf({ ...outcome, isForgotten: false })
  if (phase === 'OPEN') {
    const isKnown = outcome.gatewayCode === paymentState.gatewayCode
    return isKnown
      ? learning && interaction(paymentState, learning)
      : advanceWithOutcome(paymentState, outcome, learning)
  }
  return advanceWithOutcome({ ...paymentState, journey }, outcome, {
    ...learning,
    status: 'COMPLETED',
    times: { ...journey.times, completed: at },
    ...(phase === 'FAILED' && !isFinal && !outcome.owesReversal && { mayStillSucceed: true }),
  })
}

function onConfirming(
  paymentState: BrowserPaymentState,
  event: Extract<BrowserPaymentEvent, { kind: 'CONFIRMING' }>,
): AdvanceResult {
  const { journey } = paymentState
  if (!mayConfirm(paymentState)) return undefined
  const amountMinor = BigInt(event.confirming.amountMinor)
  const next = { ...newDetails(journey, event), confirming: event.confirming }
  return interaction({ ...paymentState, amountMinor }, next)
}

/** The payer has agreed, and the merchant has not confirmed yet. */
export function mayConfirm(paymentState: BrowserPaymentState): boolean {
  const { confirmation, isAgreed, confirming: already } = paymentState.journey
  return confirmation === 'CONFIRM_AT_MERCHANT' && isAgreed === true && !already && phaseOf(paymentState) === 'OPEN'
}

/**
 * Only for a payment that is not being processed; the provider is asked about that first. What it still processes is
 * its own to decide.
 */
function onAbandoned(paymentState: BrowserPaymentState, at: string): AdvanceResult {
  const { journey, amountMinor } = paymentState
  const phase = phaseOf(paymentState)
  if (journey.mayStillSucceed && phase === 'FAILED') return withReversalOwed(paymentState)
  if (phase !== 'OPEN') return undefined
  const outcome = { gatewayCode: 'ABORTED', amountMinor, owesReversal: true } as const
  return advanceWithOutcome(paymentState, outcome, { status: 'COMPLETED', times: { ...journey.times, completed: at } })
}

/** It stays failed, and the cancellation is sent to the provider until it acknowledges. */
function withReversalOwed(paymentState: BrowserPaymentState): BrowserPaymentAdvance {
  const { mayStillSucceed: _, ...journey } = paymentState.journey
  return {
    kind: 'ADVANCED',
    paymentState: { ...paymentState, journey, isForgotten: true },
    change: 'INTERACTION',
    owesReversal: true,
  }
}

function interaction(paymentState: BrowserPaymentState, change: Partial<BrowserPayment>): BrowserPaymentAdvance {
  const journey = { ...paymentState.journey, ...change }
  return { kind: 'ADVANCED', paymentState: { ...paymentState, journey }, change: 'INTERACTION', owesReversal: false }
}

function advanceWithOutcome(
  paymentState: BrowserPaymentState,
  outcome: Pick<NonNullable<JudgedProviderStatus['outcome']>, 'gatewayCode' | 'amountMinor'> & {
    readonly owesReversal?: boolean
  },
  change: Partial<BrowserPayment> | undefined,
): BrowserPaymentAdvance {
  const { gatewayCode, amountMinor, owesReversal = false } = outcome
  const journey = { ...paymentState.journey, ...change }
  return {
    kind: 'ADVANCED',
    paymentState: { journey, gatewayCode, amountMinor, isForgotten: paymentState.isForgotten || owesReversal },
    change: 'OUTCOME',
    owesReversal,
  }
}

/** The new part of what was reported; undefined when nothing is new. */
function newDetails(
  journey: BrowserPayment,
  report: { readonly learned?: Values },
): { readonly learned: Values } | undefined {
  if (!report.learned) return undefined
  const details = mergeValues(journey.learned ?? {}, report.learned)
  return JSON.stringify(details) === JSON.stringify(journey.learned ?? {}) ? undefined : { learned: details }
}
