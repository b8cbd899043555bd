// The status of an entry of the books at a time: a pure function of what was written and of the clock.

import { gatewayCodes } from '../../../kernel/gateway-code.ts'
import type { Provider } from '../../../kernel/provider.ts'
import type { AcquirerBooks, AcquirerRequestKind, BookEntry, ProviderStatus } from '../../../payments/index.ts'
import { type Database, prepared } from '../../../platform/postgres/database.ts'
import type { ScriptStep } from './conventions.ts'
import { type PayerDecision, type ProviderLine, type ProviderLineRow, providerLineFrom } from './provider-line.ts'

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

// The statement of the books, for comparison with the gateway's.

const list = prepared(
  'providers-list',
  `select * from simulated_providers.line
   where provider = $1 and account = $2 and reference > $3 and kind is not null and kind <> 'OTHER'
   order by reference limit $4`,
)

export async function listProviderEntries(
  database: Database,
  provider: Provider,
  { page, now }: { readonly page: Parameters<AcquirerBooks['list']>[0]; readonly now: Date },
): Promise<readonly BookEntry[]> {
  const { acquirerMerchantId, afterReference = '', limit } = page
  const { rows } = await database.query<ProviderLineRow>(list([provider, acquirerMerchantId, afterReference, limit]))
  return rows.map((row) => {
    const line = providerLineFrom(row)
    const { isApproved, standingMinor } = providerLineStatusOf(line, now)
    return {
      reference: line.reference,
      kind: row.kind as AcquirerRequestKind,
      currency: line.currency,
      standingMinor,
      originalReference: line.originalReference,
      isApproved,
      isReversed: line.isReversed,
      timesAsked: line.asked,
    }
  })
}
