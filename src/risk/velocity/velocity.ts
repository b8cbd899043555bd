// The velocity port in the memory of the process. A job exchanges the counts with other processes.

import type { Clock } from '../../kernel/clock.ts'
import { type CountBook, countSubject } from '../../platform/counters/count-book.ts'
import { type VelocityLimit, velocityLimitName } from '../../platform/counters/limits.ts'
import { partAt } from '../../platform/counters/window.ts'
import type { PayloadAdmission, Velocity, VelocityAdmission } from '../ports/risk.ts'
import {
  countAttempt,
  isDeclineShareReached,
  judgeVelocity,
  recordVelocityOutcome,
  type VelocityAttempt,
} from '../rules/velocity/admission.ts'
import {
  countPayload,
  judgePayload,
  type PayloadAttempt,
  type SessionPayloadLimit,
  settlePayload,
} from '../rules/velocity/payloads.ts'

/** This many refusals by one limit become transactions within an hour; the others are counted. */
const recordedMax = 20n
/** How long an attempt waits for the outcomes of others. */
const waitMsMax = 5_000
const waitersMax = 1_000

export interface VelocityOptions {
  readonly book: CountBook
  readonly clock: Pick<Clock, 'now'>
  /** Called for every refusal, for metrics and the log. */
  readonly onRefusal?: (refusal: VelocityRefusal) => void
  readonly waitMs?: number
}

export interface VelocityRefusal {
  readonly merchantId: string
  readonly limit: VelocityLimit | SessionPayloadLimit
  readonly isRecorded: boolean
}

export function memoryVelocity({ book, clock, onRefusal, waitMs = waitMsMax }: VelocityOptions): Velocity {
  const waiters = new Set<() => void>()
  const nowMs = () => clock.now().getTime()

  /** Until any attempt has its outcome, or the time is up. */
  async function anOutcome(leftMs: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, leftMs)
    waiters.add(resolve)
    await promise
    waiters.delete(resolve)
    clearTimeout(timer)
  }

  function admitted(attempt: VelocityAttempt): VelocityAdmission {
    const counted = countAttempt(book, attempt, nowMs())
    let isSettled = false
    return {
      kind: 'ADMITTED',
      reportOutcome(outcome) {
        if (isSettled) return
        isSettled = true
        recordVelocityOutcome(book, counted, outcome, nowMs())
        for (const wake of waiters) wake()
      },
    }
  }

  function admittedPayload(attempt: PayloadAttempt): PayloadAdmission {
    const counted = countPayload(book, attempt, nowMs())
    let isSettled = false
    return {
      kind: 'ADMITTED',
      settle(result) {
        if (isSettled) return
        isSettled = true
        settlePayload(book, counted, result)
        for (const wake of waiters) wake()
      },
    }
  }

  type Verdict<Limit> = { readonly kind: 'ADMIT' } | { readonly kind: 'WAIT' | 'REFUSE'; readonly limit: Limit }

  /** Judged and counted in one step, so that no other attempt comes in between. */
  async function admitWithin<Limit, Admitted>(
    judge: () => Verdict<Limit>,
    admitNow: () => Admitted,
  ): Promise<Admitted | { readonly kind: 'REFUSED'; readonly limit: Limit }> {
    const untilMs = performance.now() + waitMs
    for (;;) {
      const verdict = judge()
      if (verdict.kind === 'ADMIT') return admitNow()
      const leftMs = untilMs - performance.now()
      const mayWait = verdict.kind === 'WAIT' && leftMs > 0 && waiters.size < waitersMax
      if (!mayWait) return { kind: 'REFUSED', limit: verdict.limit }
      await anOutcome(leftMs)
    }
  }

  return {
    admit: (attempt) =>
      admitWithin(
        () => judgeVelocity(book, attempt, nowMs()),
        () => admitted(attempt),
      ),

    admitPayload: (attempt) =>
      admitWithin(
        () => judgePayload(book, attempt, nowMs()),
        () => admittedPayload(attempt),
      ),

    countRefusedPayload(attempt) {
      settlePayload(book, countPayload(book, attempt, nowMs()), { isUsable: false })
    },

    countRefusal(merchantId, limit) {
      const subject = countSubject(merchantId, 'MERCHANT', '')
      const ofLimit = { counter: `REFUSALS/${velocityLimitName(limit)}`, window: 'HOUR' } as const
      const inAll = { counter: 'REFUSALS', window: 'HOUR' } as const
      const now = nowMs()
      const isRecorded = book.total(subject, ofLimit, now) < recordedMax
      for (const series of [ofLimit, inAll]) book.add(subject, series, { number: partAt('HOUR', now), amount: 1n })
      onRefusal?.({ merchantId, limit, isRecorded })
      return isRecorded
    },

    countUnrecordedRefusal(merchantId, limit) {
      const inAll = { counter: 'REFUSALS', window: 'HOUR' } as const
      book.add(countSubject(merchantId, 'MERCHANT', ''), inAll, { number: partAt('HOUR', nowMs()), amount: 1n })
      onRefusal?.({ merchantId, limit, isRecorded: false })
    },

    callsForAuthentication: (merchantId, percent) =>
      isDeclineShareReached(book, merchantId, { percent, nowMs: nowMs() }),
  }
}
