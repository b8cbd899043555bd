// The job that finishes closing settlement batches.
import { finishClosings } from '../../settlement/jobs/finish-closings.ts'
import { repeatedJob } from './job.ts'

export const batchClosing = repeatedJob({
  name: 'finish closing settlement batches',
  everyMs: 5_000,
  work: 'BATCH_CLOSINGS',
  failure: 'a settlement batch could not be closed; will retry',
  prepare:
    ({ ports }, onError) =>
    () =>
      finishClosings(ports, onError),
})
