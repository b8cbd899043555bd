// The acquirer conformance suite: what every acquirer link must do, and what each must do that promises more. The checks
// follow the text of the port (src/payments/ports/acquirer.ts); the gateway's promises about money rest on them.

import { omitUndefined } from '../../kernel/omit-undefined.ts'
import { responseWithin } from '../../platform/concurrency/with-timeout.ts'
import { type ConformanceCheck, unmetRequirement } from './check.ts'
import { batchChecks } from './checks/batches.ts'
import { booksChecks } from './checks/books.ts'
import {
  canBeReached,
  declaresCapabilities,
  declaresRefusals,
  refusesByItsTable,
  reportsConnections,
} from './checks/declarations.ts'
import { followUpChecks } from './checks/follow-ups.ts'
import { inquiryChecks } from './checks/inquiries.ts'
import { paymentChecks } from './checks/payments.ts'
import { repeatChecks } from './checks/repeats.ts'
import { keepsSecrets, responsesFitTheApi } from './checks/responses.ts'
import { reversalChecks } from './checks/reversals.ts'
import { expect, NotApplicable } from './failure.ts'
import type { ConformanceSubject } from './subject.ts'
import { openTrial, type Trial } from './trial.ts'

export { type ConformanceSubject, optionalKinds } from './subject.ts'

const closeMs = 10_000

const endsWhenClosed: ConformanceCheck = {
  name: 'ends when it is closed',
  async run({ subject: { link } }) {
    const closing = link.close().then(() => true)
    const isClosed = await responseWithin(closing, { timeoutMs: closeMs, silence: false })
    expect(isClosed, `close() must end within ${closeMs} ms and without an exception`)
  },
}

/** In order: the last ones judge everything that was seen before. */
export const conformanceChecks: readonly ConformanceCheck[] = [
  declaresCapabilities,
  canBeReached,
  declaresRefusals,
  ...paymentChecks,
  ...followUpChecks,
  ...repeatChecks,
  ...inquiryChecks,
  ...reversalChecks,
  ...batchChecks,
  ...booksChecks,
  reportsConnections,
  refusesByItsTable,
  responsesFitTheApi,
  keepsSecrets,
  endsWhenClosed,
]

export interface CheckReport {
  readonly name: string
  readonly outcome: 'PASSED' | 'FAILED' | 'NOT_APPLICABLE' | 'NOT_RUN'
  /** Why it did not pass. */
  readonly reason?: string
  readonly durationMs: number
}

interface ConformanceOptions {
  readonly checks?: readonly ConformanceCheck[]
  readonly onReport?: (report: CheckReport) => void
}

/** Carries out the checks one after the other. The link is closed at the end. */
export async function runConformance(
  subject: ConformanceSubject,
  { checks = conformanceChecks, onReport = () => undefined }: ConformanceOptions = {},
): Promise<readonly CheckReport[]> {
  const trial = openTrial(subject)
  const reports: CheckReport[] = []
  let isUnreachable = false
  for (const check of checks) {
    const isPossible = !isUnreachable || check === endsWhenClosed
    const report: CheckReport = isPossible ? await runCheck(check, trial) : unreachable(check)
    if (check === canBeReached) isUnreachable = report.outcome === 'FAILED'
    reports.push(report)
    onReport(report)
  }
  return reports
}

async function runCheck(check: ConformanceCheck, trial: Trial): Promise<CheckReport> {
  const beganMs = performance.now()
  const ended = await outcomeOf(check, trial)
  return { name: check.name, ...ended, durationMs: Math.round(performance.now() - beganMs) }
}

async function outcomeOf(check: ConformanceCheck, trial: Trial): Promise<Pick<CheckReport, 'outcome' | 'reason'>> {
  const unmet = unmetRequirement(check, trial.subject)
  if (unmet) return { outcome: unmet.outcome, reason: unmet.reason }
  try {
    await check.run(trial)
    return { outcome: 'PASSED' }
  } catch (error) {
    const outcome = error instanceof NotApplicable ? error.outcome : 'FAILED'
    const reason = error instanceof Error ? error.message.replaceAll(/\s*\n\s*/g, ' ') : String(error)
    return { outcome, ...omitUndefined({ reason }) }
  }
}

function unreachable({ name }: ConformanceCheck): CheckReport {
  return { name, outcome: 'NOT_RUN', reason: 'the acquirer cannot be reached', durationMs: 0 }
}
