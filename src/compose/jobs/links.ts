// The jobs about acquirer links: following their changes, and writing what was exchanged on them and how often.

import { deleteOldMessages } from '../../acquirers/jobs/delete-old-messages.ts'
import { writeMessages } from '../../acquirers/jobs/write-messages.ts'
import { repeatJob } from '../../platform/jobs/repeat.ts'
import { adaptivePause } from '../../platform/system/adaptive-pause.ts'
import { errorLogger, type Job, repeatedJob, retentionEveryMs } from './job.ts'

export const linkRefresh = repeatedJob({
  name: 'follow changes of acquirer links',
  everyMs: 2_000,
  // Before payments would have to wait for them, on a distributed database, too.
  whereCostlyMs: 2_000,
  failure: 'the acquirer links could not be read; will retry',
  prepare:
    ({ links }) =>
    () =>
      links.refresh(),
})

export const messageWriting: Job = {
  name: 'write exchanged messages',
  start(context) {
    const { ports } = context
    const ended = new AbortController()
    // Payments come first: what cannot be written beside them is dropped.
    const rest = adaptivePause(ended.signal, () => true)
    const onError = errorLogger(context, 'messages exchanged with acquirers could not be written')
    const job = repeatJob(() => writeMessages(ports, rest), { everyMs: 500, onError })
    return {
      async stop() {
        ended.abort()
        await job.stop()
        await writeMessages(ports, rest).catch(onError)
        await ports.linkResponses.flush().catch(onError)
      },
    }
  },
}

export const responseCounting = repeatedJob({
  name: 'add up response codes of acquirers',
  everyMs: 1_000,
  failure: 'response codes could not be added up; will retry',
  prepare:
    ({ ports }) =>
    () =>
      ports.linkResponses.flush(),
})

export const oldMessageDeletion = repeatedJob({
  name: 'delete old messages',
  everyMs: retentionEveryMs,
  failure: 'old messages could not be deleted; will retry',
  prepare:
    ({ ports, config: { messageRetentionDays: days } }) =>
    () =>
      deleteOldMessages(ports, { days }),
})
