// The jobs that tell users by e-mail what the console shows as alerts, and what needs attention.
import { queueAlerts, summarizeAlerts } from '../../alerts/jobs/queue-alerts.ts'
import { queueAttention } from '../../alerts/jobs/queue-attention.ts'
import { repeatedJob } from './job.ts'

export const alertQueueing = repeatedJob({
  name: 'queue e-mails about alerts',
  everyMs: 2_000,
  work: 'ALERTS',
  failure: 'e-mails about alerts could not be queued; will retry',
  prepare:
    ({ ports }) =>
    () =>
      queueAlerts(ports),
})

export const alertSummary = repeatedJob({
  name: 'summarize the alerts of a day',
  everyMs: 60_000,
  failure: 'the alerts of the last day could not be summarized; will retry',
  prepare:
    ({ ports }) =>
    () =>
      summarizeAlerts(ports),
})

export const attentionQueueing = repeatedJob({
  name: 'queue e-mails about what needs attention',
  everyMs: 60_000,
  whereCostlyMs: 300_000,
  failure: 'e-mails about what needs attention could not be queued; will retry',
  prepare:
    ({ ports }, onError) =>
    () =>
      queueAttention(ports, onError),
})
