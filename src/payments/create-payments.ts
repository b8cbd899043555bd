// The operations of payments, and what completes them: recovery, reversals, and the counts of what is unresolved.

import type { Config } from '../platform/config/config.ts'
import { errorLogger, figuresEveryMs, type Job, type JobRun, repeatedJob } from '../platform/jobs/job.ts'
import type { PaymentDependencies } from './dependencies.ts'
import { createAccountEraser } from './jobs/erase-old-accounts.ts'
import { type Lanes, openLanes } from './jobs/lanes.ts'
import { dueAttempts } from './jobs/recover-attempts.ts'
import { dueReversals } from './jobs/reverse-owed.ts'
import { startDueWork } from './jobs/work-runner.ts'
import { bindOperations } from './operation.ts'
import { capture, updateAuthorization } from './operations/capture.ts'
import { authorize, pay, verify } from './operations/pay.ts'
import { refund } from './operations/refund.ts'
import { retrieveAgreement, retrieveOrder, retrieveTransaction } from './operations/retrieve-order.ts'
import { voidTransaction } from './operations/void.ts'
import type { AccountRetention } from './ports/store.ts'
import type { UnresolvedItemsMonitor } from './ports/unresolved-items.ts'
import { dueAttempts as dueAttemptRows, dueReversals as dueReversalRows } from './postgres/claim-due.ts'

export interface PaymentJobDependencies extends PaymentDependencies {
  /** Attempts, reversals and notifications that are not finished. */
  readonly unresolvedItemsMonitor: UnresolvedItemsMonitor
  readonly accountRetention: AccountRetention
  readonly config: Pick<Config, 'accountRetentionDays'>
}

export function createPayments(dependencies: PaymentJobDependencies) {
  return {
    operations: bindOperations(dependencies, {
      AUTHORIZE: authorize,
      CAPTURE: capture,
      PAY: pay,
      REFUND: refund,
      RETRIEVE_AGREEMENT: retrieveAgreement,
      RETRIEVE_ORDER: retrieveOrder,
      RETRIEVE_TRANSACTION: retrieveTransaction,
      UPDATE_AUTHORIZATION: updateAuthorization,
      VERIFY: verify,
      VOID: voidTransaction,
    }),
    jobs: paymentJobs(dependencies),
  }
}

const everyMs = 1_000

function paymentJobs(dependencies: PaymentJobDependencies): readonly Job[] {
  // The job that counts shows whose silent acquirers the lanes of the others avoid.
  const [recoveryLanes, reversalLanes] = [openLanes(), openLanes()]
  const { accountRetention: retention, clock, config } = dependencies
  return [
    {
      name: 'recover attempts without an outcome',
      due: { kind: 'ATTEMPTS', rows: [dueAttemptRows] },
      start(context) {
        const onError = errorLogger(context, 'recovery failed; will retry')
        const due = { ...dueAttempts(dependencies, onError), onEnded: () => context.metrics.recovered.inc() }
        return startDueWork(due, {
          lanes: recoveryLanes,
          everyMs: context.pace(everyMs),
          isDue: () => context.dueWork.has('ATTEMPTS'),
        })
      },
    },
    {
      name: 'send pending reversals',
      due: { kind: 'REVERSALS', rows: [dueReversalRows] },
      start(context) {
        const onError = errorLogger(context, 'a reversal failed; will retry')
        const due = { ...dueReversals(dependencies, onError), onEnded: () => context.metrics.reversed.inc() }
        return startDueWork(due, {
          lanes: reversalLanes,
          everyMs: context.pace(everyMs),
          isDue: () => context.dueWork.has('REVERSALS'),
        })
      },
    },
    repeatedJob({
      name: 'count unresolved transactions',
      everyMs: 10_000,
      whereCostlyMs: figuresEveryMs,
      failure: 'unresolved transactions could not be counted; will retry',
      run: unresolvedItemsReporter(dependencies, [recoveryLanes, reversalLanes]),
    }),
    repeatedJob({
      name: 'erase old account numbers',
      everyMs: 60_000,
      failure: 'old account numbers could not be erased; will retry',
      run: createAccountEraser({ retention, clock }, { days: config.accountRetentionDays }),
    }),
  ]
}

/** Reports what is unresolved, and logs when an operator is needed. */
function unresolvedItemsReporter(
  dependencies: Pick<PaymentJobDependencies, 'unresolvedItemsMonitor'>,
  lanes: readonly Lanes[],
): (run: Pick<JobRun, 'metrics' | 'log'>) => Promise<void> {
  let manualBefore = 0
  let outOfBalanceBefore = 0
  return async ({ metrics, log }) => {
    const unresolved = await dependencies.unresolvedItemsMonitor.countUnresolvedItems()
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
