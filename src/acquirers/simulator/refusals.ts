// What no acquirer would do, whatever the test data requests: taking money that was released, voiding what is settled.
import type { GatewayCode } from '../../kernel/gateway-code.ts'
import type { AcquirerRequest, AcquirerRequestKind } from '../../payments/index.ts'

/** The state of the request that a later one refers to. Sums count only what was neither reversed nor voided. */
export interface TargetState {
  readonly kind: AcquirerRequestKind
  readonly currency: string
  readonly isApproved: boolean
  readonly isReversed: boolean
  readonly isVoided: boolean
  readonly reservedMinor: bigint
  readonly capturedMinor: bigint
  readonly refundedMinor: bigint
  readonly batch: number | null
  readonly giftCard: string | null
}

/** The state of the books that a decision depends on. */
export interface BookState {
  readonly target?: TargetState
  /** The batch of the target, or the one that a void names, is closed. */
  readonly isSettlementBatchClosed?: boolean
  readonly giftCardBalanceMinor?: bigint
}

export interface SimulatedRefusal {
  readonly gatewayCode: GatewayCode
  readonly acquirerCode: string
  readonly acquirerMessage: string
}

const declined = (acquirerCode: string, acquirerMessage: string): SimulatedRefusal => ({
  gatewayCode: 'DECLINED',
  acquirerCode,
  acquirerMessage,
})

export const refusals = {
  batchClosed: declined('95', 'Batch closed'),
  hasEffectiveDependents: declined('77', 'Captured or refunded already'),
  notApproved: declined('76', 'Original was not approved'),
  notCaptured: declined('78', 'Nothing was captured'),
  reversed: declined('79', 'Original was reversed'),
  /** For a request whose reversal came first, and for one repeated after its reversal. */
  reversedItself: declined('74', 'Reversed'),
  unknownOriginal: declined('25', 'Original not found'),
  voided: declined('73', 'Original was voided'),
  wrongCurrency: declined('72', 'Currency differs from the original'),
  wrongKind: declined('12', 'Not possible for this original'),
  giftCardUpdate: { gatewayCode: 'NOT_SUPPORTED', acquirerCode: '57', acquirerMessage: 'Not supported' },
  giftCardEmpty: { gatewayCode: 'INSUFFICIENT_FUNDS', acquirerCode: '51', acquirerMessage: 'Insufficient funds' },
} as const satisfies Readonly<Record<string, SimulatedRefusal>>

type LaterKind = Extract<AcquirerRequest, { original: unknown }>['kind']

/** What each later request may refer to. */
const originals: Readonly<Record<LaterKind, readonly AcquirerRequestKind[]>> = {
  CAPTURE: ['AUTHORIZE'],
  REFUND: ['AUTHORIZE', 'CAPTURE', 'PAY', 'STANDALONE_CAPTURE'],
  UPDATE_AUTHORIZATION: ['AUTHORIZE'],
  VOID: ['AUTHORIZE', 'CAPTURE', 'PAY', 'REFUND', 'STANDALONE_CAPTURE', 'STANDALONE_REFUND', 'UPDATE_AUTHORIZATION'],
}

/** Why a later request is refused, if it is. The gateway is responsible for checking the amount. */
export function refuseFollowUp(
  question: AcquirerRequest,
  { target, isSettlementBatchClosed = false }: BookState,
): SimulatedRefusal | undefined {
  if (!('original' in question)) return undefined
  if (!target) return refusals.unknownOriginal
  const { kind } = question
  if (!originals[kind].includes(target.kind)) return refusals.wrongKind
  if (!target.isApproved) return refusals.notApproved
  if (target.isReversed) return refusals.reversed
  if (target.isVoided) return refusals.voided
  if (target.currency !== question.currency) return refusals.wrongCurrency
  if (kind === 'VOID') return refusalOfVoid(target, isSettlementBatchClosed)
  if (kind === 'REFUND') {
    return target.kind === 'AUTHORIZE' && target.capturedMinor === 0n ? refusals.notCaptured : undefined
  }
  return target.giftCard === null ? undefined : refusalOnGiftCard(question, target)
}

function refusalOfVoid(
  { capturedMinor, refundedMinor }: TargetState,
  isSettlementBatchClosed: boolean,
): SimulatedRefusal | undefined {
  if (isSettlementBatchClosed) return refusals.batchClosed
  // Voiding an authorization under a capture, or a capture under a refund, would leave money without an owner.
  return capturedMinor > 0n || refundedMinor > 0n ? refusals.hasEffectiveDependents : undefined
}

/** A gift card has no credit: nothing beyond what was reserved on it can be taken. */
function refusalOnGiftCard(
  question: AcquirerRequest,
  { reservedMinor, capturedMinor }: TargetState,
): SimulatedRefusal | undefined {
  if (question.kind === 'UPDATE_AUTHORIZATION') return refusals.giftCardUpdate
  if (question.kind !== 'CAPTURE') return undefined
  return question.amountMinor > reservedMinor - capturedMinor ? refusals.giftCardEmpty : undefined
}
