// Starts the jobs of a gateway, with one search for the work of all of them: each looks for work of its kind only where there is some.

import type { DueSearch, Job, JobContext } from '../platform/jobs/job.ts'
import type { EventSignal, RepeatedJob } from '../platform/jobs/repeat.ts'
import { openWorkBoard } from '../platform/jobs/work-board.ts'
import type { Database } from '../platform/postgres/database.ts'
import { dueWorkReader } from './due-work.ts'

/**
 * What another process has left is found this late, and handled by the next run of its job; while neither this process nor a
 * search has met any work, up to the second. On a distributed database a search costs far more.
 */
const searchTimes = {
  oneServer: { everyMs: 500, idleMs: 1_000 },
  distributed: { everyMs: 4_000, idleMs: 16_000 },
}

interface JobsContext extends Omit<JobContext, 'dueWork'> {
  readonly database: Database
  readonly signals: { readonly events: Pick<EventSignal, 'listen'> }
}

export async function startJobs(
  jobs: readonly Job[],
  { database, signals, ...context }: JobsContext,
): Promise<RepeatedJob> {
  const times = context.isDistributed ? searchTimes.distributed : searchTimes.oneServer
  const dueWork = openWorkBoard<string>(dueWorkReader(dueSearchesOf(jobs), database, context), times)
  signals.events.listen(dueWork.wake)
  const started: RepeatedJob[] = []
  for (const job of jobs) started.push(await job.start({ ...context, dueWork }))
  return {
    async stop() {
      await Promise.all(started.map((job) => job.stop()))
    },
  }
}

export function dueSearchesOf(jobs: readonly Job[]): readonly DueSearch[] {
  return jobs.flatMap(({ due }) => due ?? [])
}
