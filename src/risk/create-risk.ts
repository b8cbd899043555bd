// What velocity and rate limits do by themselves: sharing their counts with other processes, and
// deleting what is older than every window.

import type { CountBook, SharedCounts } from '../platform/counters/count-book.ts'
import { errorLogger, type Job, repeatedJob } from '../platform/jobs/job.ts'
import { repeatJob } from '../platform/jobs/repeat.ts'

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

/** Publishes what this process has counted, reads what the others have, and deletes what is older than every window. */
export interface CountExchange {
  readonly book: CountBook
  readonly shared: SharedCounts
  readonly processId: string
}

/** One round after another; the first one reads everything. */
export function createCountExchange({ book, shared, processId }: CountExchange): () => Promise<void> {
  let readUntil: Date | undefined
  return async () => {
    const changes = book.takeChanges()
    try {
      await shared.publish(processId, changes)
    } catch (error) {
      book.putBack(changes)
      throw error
    }
    const { totals, until } = await shared.readSince(processId, readUntil)
    for (const { processId: other, ...published } of totals) book.merge(other, published)
    readUntil = until
  }
}

const pageSize = 1_000
/** Limits how long one deletion keeps the database busy. */
const pagesPerRun = 50

export async function deleteExpiredCounts(shared: Pick<SharedCounts, 'deleteExpired'>): Promise<number> {
  let deleted = 0
  for (let page = 0; page < pagesPerRun; page += 1) {
    const count = await shared.deleteExpired(pageSize)
    deleted += count
    if (count < pageSize) break
  }
  return deleted
}
