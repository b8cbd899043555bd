// The job that follows changes of acquirer links.
import { repeatedJob } from './job.ts'

export const linkRefresh = repeatedJob({
  name: 'follow changes of acquirer links',
  everyMs: 2_000,
  failure: 'the acquirer links could not be read; will retry',
  prepare:
    ({ links }) =>
    () =>
      links.refresh(),
})
