// The job of what provider adapters have to do from time to time.
import { repeatJob } from '../../platform/jobs/repeat.ts'
import { errorLogger, type Job } from './job.ts'

export const providerAdapterWork: Job = {
  name: 'do the work of provider adapters',
  start(context) {
    const started = context.providers.jobs.map(({ run, everyMs, failure }) =>
      repeatJob(run, { everyMs, onError: errorLogger(context, failure) }),
    )
    return {
      async stop() {
        await Promise.all(started.map((job) => job.stop()))
      },
    }
  },
}
