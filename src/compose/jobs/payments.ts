// The jobs that complete payments, and delete data that is no longer needed.

import { deleteExpiredSessions } from '../../checkout/jobs/delete-expired-sessions.ts'
import { type Lanes, openLanes } from '../../payments/jobs/lanes.ts'
import { dueAttempts } from '../../payments/jobs/recover-attempts.ts'
import { dueReversals } from '../../payments/jobs/reverse-owed.ts'
import { startDueWork } from '../../payments/jobs/work-runner.ts'
import { errorLogger, figuresEveryMs, type Job, type JobContext, lookEveryMs, repeatedJob } from './job.ts'

const everyMs = 1_000

export const recovery: Job = {
  name: 'recover attempts without an outcome',
  start(context) {
    const { ports, metrics, dueWork } = context
    const onError = errorLogger(context, 'recovery failed; will retry')
    const due = { ...dueAttempts(ports, onError), onEnded: () => metrics.recovered.inc() }
    return startDueWork(due, {
      lanes: shownLanes(context),
      everyMs: lookEveryMs(context, everyMs),
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
      everyMs: lookEveryMs(context, everyMs),
      isDue: () => dueWork.has('REVERSALS'),
    })
  },
}

export const openItemsWatch = repeatedJob({
  name: 'count open transactions',
  everyMs: 10_000,
  distributedEveryMs: figuresEveryMs,
  failure: 'open transactions could not be counted; will retry',
  prepare: moneyWatch,
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

/** Lanes whose silent acquirers `openItemsWatch` shows. */
function shownLanes({ lanes: shown }: Pick<JobContext, 'lanes'>): Lanes {
  const lanes = openLanes()
  shown.push(lanes)
  return lanes
}

/** Reports what is not settled, and logs when an operator is needed. */
function moneyWatch({ ports, metrics, log, lanes }: JobContext): () => Promise<void> {
  let known = 0
  let differing = 0
  return async () => {
    const ends = await ports.openItemsMonitor.countOpenItems()
    metrics.openAttempts.set(ends.attempts.count)
    metrics.openAttemptOldest.set(ends.attempts.oldestSeconds)
    metrics.openAttemptClaims.set(ends.attempts.claimsMost)
    metrics.reversals.set({ state: 'OWED' }, ends.reversalsOwed.count)
    metrics.reversals.set({ state: 'REFUSED' }, ends.reversalsRefused)
    metrics.reversals.set({ state: 'UNSUPPORTED' }, ends.reversalsUnsupported)
    metrics.reversalOldest.set(ends.reversalsOwed.oldestSeconds)
    metrics.manualResolutions.set(ends.manualResolutions)
    metrics.batchesOutOfBalance.set(ends.batchesOutOfBalance)
    if (ends.batchesOutOfBalance > differing)
      log.error(
        { count: ends.batchesOutOfBalance },
        'settlement batches are out of balance with their acquirers; "npx tollgate doctor" lists them',
      )
    differing = ends.batchesOutOfBalance
    metrics.silentLinks.reset()
    for (const { linkId } of lanes.flatMap((each) => each.silent())) metrics.silentLinks.set({ link: linkId }, 1)
    if (ends.manualResolutions > known)
      log.error(
        { count: ends.manualResolutions },
        'transactions require manual resolution; "npx tollgate doctor" lists their orders',
      )
    known = ends.manualResolutions
  }
}
