// The decision on one request, as a pure function of the request and of what the books hold.
import { type GatewayCode, gatewayCodes } from '../../../domain/payments/gateway-code.ts'
import type { Details, Question } from '../../../ports/acquirers/acquirer.ts'
import { steeredOutcome } from './faults.ts'
import { balanceOutcome, paymentOutcome, pinProblem } from './gift-cards.ts'
import { outcomeOfBankAccount, outcomeOfCard, type Wanted, wordsFor } from './outcomes.ts'
import { type BookState, refusalOf } from './refusals.ts'

/** Said at first where the decision comes only later; silence is heard as nothing at all. */
export type FirstWord = 'SILENCE' | 'UNKNOWN' | 'PENDING' | 'DEFERRED_TRANSACTION_RECEIVED'

export interface Decision {
  readonly gatewayCode: GatewayCode
  readonly acquirerCode: string
  readonly acquirerMessage: string
  readonly isApproved: boolean
  /** Absent for what has no amount. */
  readonly approvedMinor?: bigint
  readonly firstWord?: FirstWord
  readonly advice?: string
  readonly giftCardBalanceMinor?: bigint
  readonly why: string
}

/** These are approved in the end; only the first word differs. */
const firstWords: Partial<Readonly<Record<GatewayCode, FirstWord>>> = {
  TIMED_OUT: 'SILENCE',
  UNKNOWN: 'UNKNOWN',
  PENDING: 'PENDING',
  DEFERRED_TRANSACTION_RECEIVED: 'DEFERRED_TRANSACTION_RECEIVED',
}

/** In part: half of what could be authorized or paid is, as a fault asks for. */
export function decide(question: Question, state: BookState, isInPart = false): Decision {
  const wanted = inPart(wantedOutcome(question, state), isInPart && takesParts(question))
  const firstWord = firstWords[wanted.gatewayCode]
  const isWhole = wanted.gatewayCode === 'PARTIALLY_APPROVED' && !canBeSplit(question)
  const gatewayCode = firstWord || isWhole ? 'APPROVED' : wanted.gatewayCode
  const { result, isOpen } = gatewayCodes[gatewayCode]
  const isApproved = result === 'SUCCESS' && !isOpen

  const refusal = isApproved ? refusalOf(question, state) : undefined
  if (refusal) return { ...refusal, isApproved: false, why: 'its books', ...noMoney(question) }
  return {
    gatewayCode,
    ...wordsFor(gatewayCode),
    isApproved,
    why: wanted.why,
    ...(isApproved ? moneyOf(question, gatewayCode, wanted.approvedMinor) : noMoney(question)),
    ...(firstWord && { firstWord }),
    ...(wanted.advice && { advice: wanted.advice }),
    ...balanceTold(question, gatewayCode, state),
  }
}

function wantedOutcome(
  question: Question,
  { giftCardBalanceMinor = 0n }: BookState,
): Wanted & { approvedMinor?: bigint } {
  const { kind, details } = question
  const isPayment = kind === 'AUTHORIZE' || kind === 'PAY'
  const steered = steeredOutcome(details)
  if (steered) return { gatewayCode: steered, why: 'a reference' }
  if (!('instrument' in question)) return { gatewayCode: 'APPROVED', why: 'its books' }
  const { instrument } = question
  switch (instrument.kind) {
    case 'CARD':
      return outcomeOfCard(instrument, isPayment && isRecurring(details))
    case 'ACH':
    case 'DIRECT_DEBIT_CANADA':
      return outcomeOfBankAccount(instrument, isPayment && isRecurring(details))
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

function inPart(wanted: Wanted, isInPart: boolean): Wanted & { approvedMinor?: bigint } {
  return isInPart && wanted.gatewayCode === 'APPROVED' ? { gatewayCode: 'PARTIALLY_APPROVED', why: 'a fault' } : wanted
}

/** Of everything else a part makes no sense. */
export function takesParts({ kind }: Question): boolean {
  return kind === 'AUTHORIZE' || kind === 'PAY'
}

function isRecurring({ agreement, transaction }: Details): boolean {
  return agreement?.type === 'RECURRING' || transaction?.frequency === 'RECURRING'
}

/** A verification has no amount that could be approved in part, and the smallest amount has no half. */
function canBeSplit(question: Question): boolean {
  return question.kind !== 'VERIFY' && question.amountMinor > 1n
}

function noMoney(question: Question): { approvedMinor?: bigint } {
  return question.kind === 'VERIFY' ? {} : { approvedMinor: 0n }
}

/** A partial approval without an amount of its own is of half, rounded down. */
function moneyOf(question: Question, gatewayCode: GatewayCode, partMinor?: bigint): { approvedMinor?: bigint } {
  if (question.kind === 'VERIFY') return {}
  if (gatewayCode !== 'PARTIALLY_APPROVED') return { approvedMinor: question.amountMinor }
  return { approvedMinor: partMinor ?? question.amountMinor / 2n }
}

function balanceTold(question: Question, gatewayCode: GatewayCode, state: BookState): Partial<Decision> {
  const { giftCardBalanceMinor } = state
  const isTold = question.kind === 'VERIFY' && (gatewayCode === 'BALANCE_AVAILABLE' || gatewayCode === 'NO_BALANCE')
  return isTold && giftCardBalanceMinor !== undefined ? { giftCardBalanceMinor } : {}
}
