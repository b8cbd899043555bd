// The decision on one request, as a pure function of the request and the state of the books.
import { type GatewayCode, gatewayCodes } from '../../kernel/gateway-code.ts'
import type { AcquirerRequest, PurchaseDetails } from '../../payments/index.ts'
import { requestedOutcome } from './faults.ts'
import { balanceOutcome, paymentOutcome, pinProblem } from './gift-cards.ts'
import { acquirerTextFor, outcomeOfBankAccount, outcomeOfCard, type SimulatedOutcome } from './outcomes.ts'
import { type BookState, refuseFollowUp } from './refusals.ts'

/** The first response where the decision comes only later; silence means no response at all. */
export type InterimResponse = 'SILENCE' | 'UNKNOWN' | 'PENDING' | 'DEFERRED_TRANSACTION_RECEIVED'

export interface SimulatedDecision {
  readonly gatewayCode: GatewayCode
  readonly acquirerCode: string
  readonly acquirerMessage: string
  readonly isApproved: boolean
  /** Absent for a request without an amount. */
  readonly approvedMinor?: bigint | undefined
  readonly firstWord?: InterimResponse
  readonly advice?: string
  readonly giftCardBalanceMinor?: bigint
  readonly why: string
}

/** These are approved in the end; only the first response differs. */
const interimResponses: Partial<Readonly<Record<GatewayCode, InterimResponse>>> = {
  TIMED_OUT: 'SILENCE',
  UNKNOWN: 'UNKNOWN',
  PENDING: 'PENDING',
  DEFERRED_TRANSACTION_RECEIVED: 'DEFERRED_TRANSACTION_RECEIVED',
}

/** In part: half of what could be authorized or paid is, as a fault requests. */
export function decide(question: AcquirerRequest, state: BookState, isInPart = false): SimulatedDecision {
  const wanted = applyPartialApproval(wantedOutcome(question, state), isInPart && allowsPartialApproval(question))
  const firstWord = interimResponses[wanted.gatewayCode]
  const isWhole = wanted.gatewayCode === 'PARTIALLY_APPROVED' && !canBeSplit(question)
  const gatewayCode = firstWord || isWhole ? 'APPROVED' : wanted.gatewayCode
  const { result, isOpen } = gatewayCodes[gatewayCode]
  const isApproved = result === 'SUCCESS' && !isOpen

  const refusal = isApproved ? refuseFollowUp(question, state) : undefined
  if (refusal) return { ...refusal, isApproved: false, why: 'its books', ...noMoney(question) }
  return {
    gatewayCode,
    ...acquirerTextFor(gatewayCode),
    isApproved,
    why: wanted.why,
    ...(isApproved ? moneyOf(question, gatewayCode, wanted.approvedMinor) : noMoney(question)),
    ...(firstWord && { firstWord }),
    ...(wanted.advice && { advice: wanted.advice }),
    ...reportedBalance(question, gatewayCode, state),
  }
}

function wantedOutcome(
  question: AcquirerRequest,
  { giftCardBalanceMinor = 0n }: BookState,
): SimulatedOutcome & { approvedMinor?: bigint | undefined } {
  const { kind, details } = question
  const isPayment = kind === 'AUTHORIZE' || kind === 'PAY'
  const steered = requestedOutcome(details)
  if (steered) return { gatewayCode: steered, why: 'a reference' }
  if (!('instrument' in question)) return { gatewayCode: 'APPROVED', why: 'its books' }
  const { instrument } = question
  switch (instrument.kind) {
    case 'CARD':
      return outcomeOfCard(instrument, isPayment && isRecurring(details))
    case 'ACH':
    case 'DIRECT_DEBIT_CANADA':
      return outcomeOfBankAccount(instrument, {
        isVerification: kind === 'VERIFY',
        isRecurring: isPayment && isRecurring(details),
      })
    case 'GIFT_CARD': {
      const problem = pinProblem(instrument)
      if (problem) return problem
      if (question.kind === 'VERIFY') return balanceOutcome(instrument, giftCardBalanceMinor)
      if (question.kind === 'STANDALONE_REFUND') return { gatewayCode: 'APPROVED', why: 'the gift card' }
      return paymentOutcome(question.amountMinor, giftCardBalanceMinor)
    }
    case 'PROVIDER_A':
      return { gatewayCode: 'NOT_SUPPORTED', why: 'an agreement, of which only provider A knows' }
  }
}

function applyPartialApproval(
  wanted: SimulatedOutcome,
  isInPart: boolean,
): SimulatedOutcome & { approvedMinor?: bigint | undefined } {
  return isInPart && wanted.gatewayCode === 'APPROVED' ? { gatewayCode: 'PARTIALLY_APPROVED', why: 'a fault' } : wanted
}

/** For all other requests a part makes no sense. */
export function allowsPartialApproval({ kind }: AcquirerRequest): boolean {
  return kind === 'AUTHORIZE' || kind === 'PAY'
}

function isRecurring({ agreement, transaction }: PurchaseDetails): boolean {
  return agreement?.type === 'RECURRING' || transaction?.frequency === 'RECURRING'
}

/** A verification has no amount that could be approved in part, and the smallest amount has no half. */
function canBeSplit(question: AcquirerRequest): boolean {
  return question.kind !== 'VERIFY' && question.amountMinor > 1n
}

function noMoney(question: AcquirerRequest): { approvedMinor?: bigint | undefined } {
  return question.kind === 'VERIFY' ? {} : { approvedMinor: 0n }
}

/** A partial approval without a given amount is of half, rounded down. */
function moneyOf(
  question: AcquirerRequest,
  gatewayCode: GatewayCode,
  partMinor?: bigint,
): { approvedMinor?: bigint | undefined } {
  if (question.kind === 'VERIFY') return {}
  if (gatewayCode !== 'PARTIALLY_APPROVED') return { approvedMinor: question.amountMinor }
  return { approvedMinor: partMinor ?? question.amountMinor / 2n }
}

function reportedBalance(
  question: AcquirerRequest,
  gatewayCode: GatewayCode,
  state: BookState,
): Partial<SimulatedDecision> {
  const { giftCardBalanceMinor } = state
  const isBalanceShown =
    question.kind === 'VERIFY' && (gatewayCode === 'BALANCE_AVAILABLE' || gatewayCode === 'NO_BALANCE')
  return isBalanceShown && giftCardBalanceMinor !== undefined ? { giftCardBalanceMinor } : {}
}
