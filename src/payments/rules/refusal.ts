// What a failed answer says about the same request sent again: whether the acquirer has decided, and whether it may have
// executed the request nevertheless. What is owed ends with a decision, never with an acquirer that was away.
import { type GatewayCode, gatewayCodes } from '../../kernel/gateway-code.ts'
import { defaultTimeoutPolicies } from './judgement.ts'

/**
 * - DECIDED: the acquirer has decided against it, and will again.
 * - UNEXPLAINED: nothing was done and no reason was given. After some tries it counts as decided.
 * - NOT_NOW: nothing was done, and the same request may succeed later: the acquirer was away, busy or interrupted.
 * - UNCERTAIN: it may have been done nevertheless. Until that is known, nothing that moves the same money may follow.
 */
export const refusalMeanings = ['DECIDED', 'UNEXPLAINED', 'NOT_NOW', 'UNCERTAIN'] as const
export type RefusalMeaning = (typeof refusalMeanings)[number]

/** The codes of outcomes in which nothing counts as done. */
export type FailureCode = {
  [Code in GatewayCode]: (typeof gatewayCodes)[Code]['result'] extends 'FAILURE' ? Code : never
}[GatewayCode]

/** What each code means unless an adapter says otherwise. */
export const usualRefusals: Readonly<Record<FailureCode, RefusalMeaning>> = {
  ABORTED: 'NOT_NOW',
  ACQUIRER_SYSTEM_ERROR: 'NOT_NOW',
  AUTHENTICATION_FAILED: 'DECIDED',
  BALANCE_UNKNOWN: 'DECIDED',
  BLOCKED: 'NOT_NOW',
  CANCELLED: 'NOT_NOW',
  DECLINED: 'DECIDED',
  DECLINED_AVS: 'DECIDED',
  DECLINED_AVS_CSC: 'DECIDED',
  DECLINED_CSC: 'DECIDED',
  DECLINED_DO_NOT_CONTACT: 'DECIDED',
  DECLINED_INVALID_PIN: 'DECIDED',
  DECLINED_PAYMENT_PLAN: 'DECIDED',
  DECLINED_PIN_REQUIRED: 'DECIDED',
  DUPLICATE_BATCH: 'DECIDED',
  EXCEEDED_RETRY_LIMIT: 'DECIDED',
  EXPIRED_CARD: 'DECIDED',
  INSUFFICIENT_FUNDS: 'DECIDED',
  INVALID_CSC: 'DECIDED',
  LOCK_FAILURE: 'NOT_NOW',
  NOT_ENROLLED_3D_SECURE: 'DECIDED',
  NOT_SUPPORTED: 'DECIDED',
  NO_BALANCE: 'DECIDED',
  REFERRED: 'DECIDED',
  SYSTEM_ERROR: 'UNCERTAIN',
  TIMED_OUT: 'UNCERTAIN',
  UNSPECIFIED_FAILURE: 'UNEXPLAINED',
}

type RequestKind = keyof typeof defaultTimeoutPolicies

/** The failures that an acquirer may answer with, by request, and what each means. */
export type RefusalTable = Readonly<Record<RequestKind, Readonly<Partial<Record<FailureCode, RefusalMeaning>>>>>

/** A table from the failures of each kind of request. */
export function refusalTable(failuresOf: (kind: RequestKind) => RefusalTable[RequestKind]): RefusalTable {
  const kinds = Object.keys(defaultTimeoutPolicies) as RequestKind[]
  return Object.fromEntries(kinds.map((kind) => [kind, failuresOf(kind)])) as unknown as RefusalTable
}

const { BLOCKED: _blocked, LOCK_FAILURE: _locked, ...ofAcquirers } = usualRefusals

/** For an acquirer that may answer any request with any failure but those of the gateway itself. */
export const allRefusals: RefusalTable = refusalTable(() => ofAcquirers)

/** An adapter from outside may have no table, or lack a code. */
export function meaningOfRefusal(
  code: FailureCode,
  kind: RequestKind,
  table: Partial<RefusalTable> | undefined,
): RefusalMeaning {
  return table?.[kind]?.[code] ?? usualRefusals[code]
}

export function isFailureCode(code: GatewayCode): code is FailureCode {
  return gatewayCodes[code].result === 'FAILURE'
}

/** One try of a request that is repeated under new references until it is done. */
export interface UndoTry {
  readonly gatewayCode: GatewayCode | undefined
  /** It is certain that this one, which was UNCERTAIN, has not happened and will not. */
  readonly isSettled?: boolean
}

/**
 * - DONE: one of them was approved.
 * - WAIT: the outcome of one is open or uncertain: no other may be sent.
 * - REFUSED: the acquirer has decided against it.
 * - AGAIN: another may be sent.
 */
export type UndoProgress = 'DONE' | 'WAIT' | 'REFUSED' | 'AGAIN'

/** So many answers without a reason are a decision. */
export const unexplainedMax = 3

export function progressOf(tries: readonly UndoTry[], meaningOf: (code: FailureCode) => RefusalMeaning): UndoProgress {
  let unexplained = 0
  let progress: UndoProgress = 'AGAIN'
  for (const { gatewayCode, isSettled = false } of tries) {
    if (gatewayCode === undefined || gatewayCodes[gatewayCode].isOpen) {
      progress = 'WAIT'
      continue
    }
    if (!isFailureCode(gatewayCode)) return 'DONE'
    const meaning = meaningOf(gatewayCode)
    if (meaning === 'UNEXPLAINED') unexplained += 1
    if (meaning === 'UNCERTAIN' && !isSettled) progress = 'WAIT'
    else if (progress !== 'WAIT' && (meaning === 'DECIDED' || unexplained >= unexplainedMax)) progress = 'REFUSED'
  }
  return progress
}
