// The operation of settlement, and what finishes closing settlement batches.

import { bindOperations } from '../payments/index.ts'
import { repeatedJob } from '../platform/jobs/job.ts'
import type { SettlementDependencies } from './dependencies.ts'
import { finishClosings } from './jobs/finish-closings.ts'
import { closeBatchOnRequest } from './operations/close-batch-on-request.ts'
import { dueClosings } from './postgres/batch-closings.ts'

export function createSettlement(dependencies: SettlementDependencies) {
  return {
    operations: bindOperations(dependencies, { CLOSE_BATCH: closeBatchOnRequest }),
    jobs: [
      repeatedJob({
        name: 'finish closing settlement batches',
        everyMs: 5_000,
        due: { kind: 'BATCH_CLOSINGS', rows: [dueClosings] },
        failure: 'a settlement batch could not be closed; will retry',
        run: ({ onError }) => finishClosings(dependencies, onError),
      }),
    ],
  }
}
