// What is done about an attempt whose outcome is unknown: a process died or stalled, or the acquirer left it open. A
// reversal that was sent is a fact: from then on only the acquirer's response to that reversal ends the attempt, since an
// approval that an inquiry finds now may be reversed the next moment.
import type { TimeoutPolicy } from './judgement.ts'

/** What the acquirer supports, and whether a request to it may still be under way. */
export interface RecoveryContext {
  readonly canInquire: boolean
  readonly canReverse: boolean
  readonly holdsEarlyReversals: boolean
  readonly timeoutPolicy: TimeoutPolicy
  /** Enough time has passed: what has not arrived by now never will. */
  readonly isLateArrivalOver: boolean
  /** The same for the reversals that were sent before this one. */
  readonly isReversalArrivalOver: boolean
}

/**
 * - INQUIRE: ask the acquirer for the outcome.
 * - REPEAT: send the stored request again, under the same reference.
 * - REVERSE: instruct the acquirer to cancel it, after that has been recorded.
 * - TAKE_ANSWER: the acquirer's response is the outcome.
 * - COUNT_AS_SILENT: no response will come; the timeout policy applies.
 * - FAIL: the acquirer has not done it, and never will.
 * - WAIT: check again later.
 * - RESOLVE_BY_HAND: no request to the acquirer can resolve it.
 */
export type RecoveryStep =
  | 'INQUIRE'
  | 'REPEAT'
  | 'REVERSE'
  | 'TAKE_ANSWER'
  | 'COUNT_AS_SILENT'
  | 'FAIL'
  | 'WAIT'
  | 'RESOLVE_BY_HAND'

/**
 * - OPEN: no reversal was sent.
 * - REVERSAL_SENT: the acquirer was instructed to cancel it, and may do so at any moment.
 * - REVERSAL_REFUSED: the acquirer has just responded that it cannot.
 */
export type RecoveryState = 'OPEN' | 'REVERSAL_SENT' | 'REVERSAL_REFUSED'

export function firstRecoveryStep(state: 'OPEN' | 'REVERSAL_SENT', recovery: RecoveryContext): RecoveryStep {
  const { canInquire, canReverse, timeoutPolicy } = recovery
  if (state === 'REVERSAL_SENT') return canReverse ? 'REVERSE' : stepAfterReversal('REFUSED', recovery)
  if (timeoutPolicy === 'REPEAT') return 'REPEAT'
  if (canInquire) return 'INQUIRE'
  if (timeoutPolicy === 'REVERSE') return 'COUNT_AS_SILENT'
  return canReverse ? 'REVERSE' : 'RESOLVE_BY_HAND'
}

/** Nonsense is an impossible answer: the acquirer has done something, and what is unknown. */
export type InquiryOutcome = 'DEFINITE' | 'OPEN' | 'NONSENSE' | 'NOT_FOUND' | 'NO_ANSWER'

export function stepAfterInquiry(
  result: InquiryOutcome,
  state: 'OPEN' | 'REVERSAL_REFUSED',
  { canReverse, holdsEarlyReversals, timeoutPolicy, isLateArrivalOver }: RecoveryContext,
): RecoveryStep {
  if (result === 'NO_ANSWER') return 'WAIT'
  if (result === 'DEFINITE') return 'TAKE_ANSWER'
  if (result === 'OPEN') return state === 'OPEN' ? 'TAKE_ANSWER' : 'WAIT'
  if (result === 'NONSENSE') {
    if (state !== 'OPEN') return 'RESOLVE_BY_HAND'
    if (timeoutPolicy === 'REVERSE') return 'COUNT_AS_SILENT'
    return canReverse && timeoutPolicy !== 'REPEAT' ? 'REVERSE' : 'RESOLVE_BY_HAND'
  }
  if (state === 'OPEN') {
    if (timeoutPolicy === 'REPEAT') return 'REPEAT'
    // Its reversal is repeated until it can no longer arrive.
    if (timeoutPolicy === 'REVERSE') return 'COUNT_AS_SILENT'
    if (canReverse && holdsEarlyReversals) return 'REVERSE'
  }
  return isLateArrivalOver ? 'FAIL' : 'WAIT'
}

/** Impossible: what is stored of the request is not enough to send it again. */
export type RepeatOutcome = 'DEFINITE' | 'OPEN' | 'NONSENSE' | 'NOT_SENT' | 'NO_ANSWER' | 'IMPOSSIBLE'

/** Not sent says nothing about the times before. */
export const stepsAfterRepeat: Readonly<Record<RepeatOutcome, RecoveryStep>> = {
  DEFINITE: 'TAKE_ANSWER',
  OPEN: 'TAKE_ANSWER',
  NONSENSE: 'RESOLVE_BY_HAND',
  NOT_SENT: 'WAIT',
  NO_ANSWER: 'WAIT',
  IMPOSSIBLE: 'RESOLVE_BY_HAND',
}

export type ReversalOutcome = 'ACKNOWLEDGED' | 'REFUSED' | 'UNKNOWN_REFERENCE' | 'NO_ANSWER'

export function stepAfterReversal(result: ReversalOutcome, recovery: RecoveryContext): RecoveryStep {
  if (result === 'NO_ANSWER') return 'WAIT'
  if (result === 'REFUSED') {
    // One without a response may still be executed, and would reverse a transaction that an inquiry reports as approved.
    if (!recovery.isReversalArrivalOver) return 'WAIT'
    return recovery.canInquire ? 'INQUIRE' : 'RESOLVE_BY_HAND'
  }
  return isReversalEffective(result, recovery) ? 'FAIL' : 'WAIT'
}

/** The acquirer has reversed it, and will not process it any further. */
export function isReversalEffective(
  result: ReversalOutcome,
  { holdsEarlyReversals, isLateArrivalOver }: Pick<RecoveryContext, 'holdsEarlyReversals' | 'isLateArrivalOver'>,
): boolean {
  if (result === 'UNKNOWN_REFERENCE') return holdsEarlyReversals || isLateArrivalOver
  return result === 'ACKNOWLEDGED'
}
