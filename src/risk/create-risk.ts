// What velocity and rate limits do by themselves: sharing their counts with other processes.

import { errorLogger, type Job, repeatedJob } from '../platform/jobs/job.ts'
import { repeatJob } from '../platform/jobs/repeat.ts'
import { type CountExchange, createCountExchange, deleteExpiredCounts } from './jobs/exchange-counts.ts'

export interface CountDependencies {
  /** What velocity and rate limits count. */
  readonly counts: CountExchange
}

export function createRisk(dependencies: CountDependencies): { readonly jobs: readonly Job[] } {
  return { jobs: [shareCounts(dependencies), deleteCounts(dependencies)] }
}

function shareCounts({ counts }: CountDependencies): Job {
  return {
    name: 'share counts with other processes',
    /** Reads what other processes have counted before it returns: a gateway that starts does not begin with empty counts. */
    async start(context) {
      const exchange = createCountExchange(counts)
      const run = async () => {
        await exchange()
        context.metrics.countedSubjects.set(counts.book.size)
      }
      const onError = errorLogger(context, 'counts could not be shared with other processes; will retry')
      await run().catch(onError)
      return repeatJob(run, { everyMs: context.pace(500), onError })
    },
  }
}

function deleteCounts({ counts }: CountDependencies): Job {
  return repeatedJob({
    name: 'delete expired counts',
    everyMs: 60_000,
    failure: 'expired counts could not be deleted; will retry',
    run: () => deleteExpiredCounts(counts.shared),
  })
}
