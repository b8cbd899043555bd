// The jobs that deliver notifications, count what waits, and let go of what was delivered long ago.

import { deleteOldNotifications } from '../../events/jobs/delete-old-notifications.ts'
import { startDeliverer } from '../../events/jobs/deliver-notifications.ts'
import type { DeliveryReport } from '../../events/jobs/deliver-to-webhook.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import type { Log } from '../../platform/telemetry/log.ts'
import type { Metrics } from '../../platform/telemetry/metrics.ts'
import type { Ports } from '../../requests/ports.ts'
import { errorLogger, figuresEveryMs, type Job, repeatedJob, retentionEveryMs } from './job.ts'

/** For what other processes have left. */
const everyMs = 250

export const notificationDelivery: Job = {
  name: 'deliver notifications',
  start(context) {
    const { config, ports, signals, metrics, log, dueWork } = context
    const deliverer = startDeliverer(ports, {
      timeoutMs: config.notificationTimeoutMs,
      everyMs: context.pace(everyMs),
      isDue: () => dueWork.has('WEBHOOKS'),
      onMoreDue: () => dueWork.note('WEBHOOKS'),
      chance: Math.random,
      onAttempt: (tried) => reportAttempt(tried, { metrics, log }),
      onGone: ({ merchantId, url }, parked) =>
        log.warn({ merchantId, to: placeOf(url), parked }, 'a webhook is gone; no more notifications are sent to it'),
      onAltered: ({ merchantId, orderId, notificationId, url }) => {
        metrics.notificationsAltered.inc()
        log.error(
          { merchantId, orderId, notificationId, to: placeOf(url) },
          'a queued notification was altered in the database; it is parked and was not sent',
        )
      },
      onError: errorLogger(context, 'delivering notifications failed; will retry'),
    })
    signals.notifications.listen(() => deliverer.wake())
    return deliverer
  },
}

export const notificationCount = repeatedJob({
  name: 'count notifications',
  everyMs: 5_000,
  whereCostlyMs: figuresEveryMs,
  failure: 'notifications could not be counted; will retry',
  prepare:
    ({ ports, metrics }) =>
    () =>
      count(ports, metrics),
})

export const oldNotificationDeletion = repeatedJob({
  name: 'delete old notifications',
  everyMs: retentionEveryMs,
  failure: 'old notifications could not be deleted; will retry',
  prepare:
    ({ ports, config: { notificationRetentionDays: days } }) =>
    () =>
      deleteOldNotifications(ports, { days }),
})

function reportAttempt(
  { delivery, attempt, state }: DeliveryReport,
  { metrics, log }: { metrics: Metrics; log: Log },
): void {
  const { merchantId, orderId, transactionId, notificationId, url } = delivery
  metrics.notifications.observe({ result: resultOf(attempt, state) }, attempt.tookMs / 1000)
  const about = {
    merchantId,
    orderId,
    transactionId,
    notificationId,
    to: placeOf(url),
    attempt: attempt.attempt,
    ...omitUndefined({ status: attempt.status, problem: attempt.problem }),
    ms: attempt.tookMs,
  }
  if (state === 'DELIVERED') log.info(about, 'notification delivered')
  else if (state === 'PENDING') log.warn(about, 'notification not delivered; will retry')
  else log.warn(about, 'notification not delivered; parked')
}

function resultOf({ status }: DeliveryReport['attempt'], state: DeliveryReport['state']): string {
  if (state === 'DELIVERED') return 'delivered'
  return status === undefined ? 'unanswered' : 'turned_down'
}

/** Host and path: some webhooks are protected by a secret in the query. */
function placeOf(url: string): string {
  return url.replace(/[?#].*$/s, '').replace(/^(https?:\/\/)[^/]*@/, '$1')
}

async function count(
  { deliveries }: Ports,
  { notificationsWaiting, notificationsParked, notificationsOldest }: Metrics,
) {
  const { pending, parked, oldestDueMs } = await deliveries.backlog()
  notificationsWaiting.set(pending)
  notificationsParked.set(parked)
  notificationsOldest.set(oldestDueMs / 1000)
}
