// Starts the jobs of a gateway, with one search for the work of all of them: each looks for work of its kind only where there is some.

import type { DueSearch, Job, JobContext } from '../platform/jobs/job.ts'
import type { EventSignal, RepeatedJob } from '../platform/jobs/repeat.ts'
import { openWorkBoard } from '../platform/jobs/work-board.ts'
import type { DueWorkSearch } from './due-work.ts'

interface JobsContext extends Omit<JobContext, 'dueWork'> {
  /** What another process has left is found this late, and handled by the next run of its job. */
  readonly dueWorkSearch: DueWorkSearch
  readonly signals: { readonly events: Pick<EventSignal, 'listen'> }
}

export async function startJobs(
  jobs: readonly Job[],
  { dueWorkSearch, signals, ...context }: JobsContext,
): Promise<RepeatedJob> {
  const dueWork = openWorkBoard<string>(dueWorkSearch.finderOf(dueSearchesOf(jobs)), dueWorkSearch)
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
