// The jobs that complete payments, and delete data that is no longer needed.

import { deleteExpiredSessions } from '../../checkout/jobs/delete-expired-sessions.ts'
import { type Lanes, openLanes } from '../../payments/jobs/lanes.ts'
import { dueAttempts } from '../../payments/jobs/recover-attempts.ts'
import { dueReversals } from '../../payments/jobs/reverse-owed.ts'
import { startDueWork } from '../../payments/jobs/work-runner.ts'
import { errorLogger, figuresEveryMs, type Job, type JobContext, repeatedJob } from './job.ts'

const everyMs = 1_000

export const recovery: Job = {
  name: 'recover attempts without an outcome',
  start(context) {
    const { ports, metrics, dueWork } = context
    const onError = errorLogger(context, 'recovery failed; will retry')
    const due = { ...dueAttempts(ports, onError), onEnded: () => metrics.recovered.inc() }
    return startDueWork(due, {
      lanes: shownLanes(context),
      everyMs: context.pace(everyMs),
      isDue: () => dueWork.has('ATTEMPTS'),
    })
  },
}

export const reversals: Job = {
  name: 'send pending reversals',
  start(context) {
    const { ports, metrics, dueWork } = context
    const onError = errorLogger(context, 'a reversal failed; will retry')
    const due = { ...dueReversals(ports, onError), onEnded: () => metrics.reversed.inc() }
    return startDueWork(due, {
      lanes: shownLanes(context),
      everyMs: context.pace(everyMs),
      isDue: () => dueWork.has('REVERSALS'),
    })
  },
}

export const unresolvedItemsCount = repeatedJob({
  name: 'count unresolved transactions',
  everyMs: 10_000,
  whereCostlyMs: figuresEveryMs,
  failure: 'unresolved transactions could not be counted; will retry',
  prepare: reportUnresolvedItems,
})

export const expiredSessionDeletion = repeatedJob({
  name: 'delete expired sessions',
  everyMs: 10_000,
  work: 'EXPIRED',
  failure: 'expired sessions could not be deleted; will retry',
  prepare:
    ({ ports }) =>
    () =>
      deleteExpiredSessions(ports),
})

/** Lanes whose silent acquirers `unresolvedItemsCount` shows. */
function shownLanes({ lanes: shown }: Pick<JobContext, 'lanes'>): Lanes {
  const lanes = openLanes()
  shown.push(lanes)
  return lanes
}

/** Reports what is unresolved, and logs when an operator is needed. */
function reportUnresolvedItems({ ports, metrics, log, lanes }: JobContext): () => Promise<void> {
  let manualBefore = 0
  let outOfBalanceBefore = 0
  return async () => {
    const unresolved = await ports.unresolvedItemsMonitor.countUnresolvedItems()
    metrics.openAttempts.set(unresolved.attempts.count)
    metrics.openAttemptOldest.set(unresolved.attempts.oldestSeconds)
    metrics.openAttemptClaims.set(unresolved.attempts.claimsMost)
    metrics.reversals.set({ state: 'OWED' }, unresolved.reversalsOwed.count)
    metrics.reversals.set({ state: 'REFUSED' }, unresolved.reversalsRefused)
    metrics.reversals.set({ state: 'UNSUPPORTED' }, unresolved.reversalsUnsupported)
    metrics.reversalOldest.set(unresolved.reversalsOwed.oldestSeconds)
    metrics.manualResolutions.set(unresolved.manualResolutions)
    metrics.batchesOutOfBalance.set(unresolved.batchesOutOfBalance)
    if (unresolved.batchesOutOfBalance > outOfBalanceBefore)
      log.error(
        { count: unresolved.batchesOutOfBalance },
        'settlement batches are out of balance with their acquirers; "npx tollgate doctor" lists them',
      )
    outOfBalanceBefore = unresolved.batchesOutOfBalance
    metrics.silentLinks.reset()
    for (const { linkId } of lanes.flatMap((each) => each.silent())) metrics.silentLinks.set({ link: linkId }, 1)
    if (unresolved.manualResolutions > manualBefore)
      log.error(
        { count: unresolved.manualResolutions },
        'transactions require manual resolution; "npx tollgate doctor" lists their orders',
      )
    manualBefore = unresolved.manualResolutions
  }
}
