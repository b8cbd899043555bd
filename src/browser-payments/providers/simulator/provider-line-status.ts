// The status of an entry of the books at a time: a pure function of what was written and of the clock.
import { gatewayCodes } from '../../../kernel/gateway-code.ts'
import type { ProviderStatus } from '../../../payments/ports/provider.ts'
import type { ScriptStep } from './conventions.ts'
import type { PayerDecision, ProviderLine } from './provider-line.ts'

export interface ProviderLineStatus {
  readonly state: ProviderStatus['state']
  /** With OVER. */
  readonly outcome?: Omit<ScriptStep, 'afterMs'>
  readonly isApproved: boolean
  /** Approved and not withdrawn. */
  readonly standingMinor: bigint
  /** Final, except for a reversal. */
  readonly isFinal: boolean
  /** The time of this status. */
  readonly since: Date
}

export const reversedOutcome = { gatewayCode: 'DECLINED', acquirerCode: '74', acquirerMessage: 'Reversed' } as const

const failures = {
  DECLINE: { gatewayCode: 'DECLINED' },
  CANCEL: { gatewayCode: 'CANCELLED' },
  ABORT: { gatewayCode: 'ABORTED' },
} as const satisfies Partial<Record<PayerDecision, Omit<ScriptStep, 'afterMs'>>>

export function providerLineStatusOf(line: ProviderLine, now: Date): ProviderLineStatus {
  if (line.isReversed) return over(line, reversedOutcome, { since: line.startedAt, isFinal: true })
  return line.course ? byCourse(line, line.course, now) : byPayer(line)
}

function byCourse(line: ProviderLine, course: readonly ScriptStep[], now: Date): ProviderLineStatus {
  const { startedAt, decision, siteToken } = line
  const passedMs = now.getTime() - startedAt.getTime()
  const step = course.findLast(({ afterMs }) => afterMs <= passedMs)
  // The payer's action has no effect except that it was done; a request without a page waits for no payer.
  if (!step) return undecided(decision || !siteToken ? 'PENDING' : 'OPEN', startedAt)
  const { afterMs, ...outcome } = step
  const since = new Date(startedAt.getTime() + afterMs)
  return over(line, outcome, { since, isFinal: step === course.at(-1) })
}

function byPayer(line: ProviderLine): ProviderLineStatus {
  const { decision, decidedAt, startedAt, confirmation, confirmedAt } = line
  const since = decidedAt ?? startedAt
  if (!decision) return undecided('OPEN', startedAt)
  if (decision === 'LEAVE') return undecided('PENDING', since)
  if (decision !== 'APPROVE') return over(line, failures[decision], { since, isFinal: true })
  if (confirmation === 'CONFIRM_AT_MERCHANT' && !confirmedAt) return undecided('AGREED', since)
  return over(line, { gatewayCode: 'APPROVED' }, { since: confirmedAt ?? since, isFinal: true })
}

function undecided(state: 'OPEN' | 'AGREED' | 'PENDING', since: Date): ProviderLineStatus {
  return { state, isApproved: false, standingMinor: 0n, isFinal: false, since }
}

function over(
  { confirmedMinor, amountMinor }: ProviderLine,
  outcome: Omit<ScriptStep, 'afterMs'>,
  when: { readonly since: Date; readonly isFinal: boolean },
): ProviderLineStatus {
  const { result, isOpen } = gatewayCodes[outcome.gatewayCode]
  const isApproved = result === 'SUCCESS' && !isOpen
  return {
    state: 'OVER',
    outcome,
    isApproved,
    standingMinor: isApproved ? (confirmedMinor ?? amountMinor) : 0n,
    ...when,
  }
}
