// The operation that reads the feed, and what keeps the feed and notifications going.

import { bindOperations } from '../payments/index.ts'
import type { Config } from '../platform/config/config.ts'
import { errorLogger, figuresEveryMs, type Job, repeatedJob, retentionEveryMs } from '../platform/jobs/job.ts'
import { type EventSignal, repeatJob, runAgain } from '../platform/jobs/repeat.ts'
import type { Log } from '../platform/telemetry/log.ts'
import type { Metrics } from '../platform/telemetry/metrics.ts'
import type { EventDependencies } from './dependencies.ts'
import { deleteOldNotifications } from './jobs/delete-old-notifications.ts'
import { startDeliverer } from './jobs/deliver-notifications.ts'
import type { DeliveryReport } from './jobs/deliver-to-webhook.ts'
import { sequenceEvents } from './jobs/sequence-events.ts'
import { retrieveEvents } from './operations/retrieve-events.ts'
import { dueWebhooks } from './postgres/delivery-statements.ts'
import { dueEvents } from './postgres/feed.ts'

export interface EventJobDependencies extends EventDependencies {
  /** Rung with the name of a merchant that has new events, new positions for them, or new notifications to be delivered. */
  readonly signals: {
    readonly events: EventSignal
    readonly positions: EventSignal
    readonly notifications: EventSignal
  }
  readonly config: Pick<Config, 'notificationTimeoutMs' | 'notificationRetentionDays'>
}

export function createEvents(dependencies: EventJobDependencies) {
  const { config } = dependencies
  return {
    operations: bindOperations(dependencies, { RETRIEVE_EVENTS: retrieveEvents }),
    jobs: [
      eventSequencing(dependencies),
      notificationDelivery(dependencies),
      repeatedJob({
        name: 'count notifications',
        everyMs: 5_000,
        whereCostlyMs: figuresEveryMs,
        failure: 'notifications could not be counted; will retry',
        run: ({ metrics }) => countNotifications(dependencies, metrics),
      }),
      repeatedJob({
        name: 'delete old notifications',
        everyMs: retentionEveryMs,
        failure: 'old notifications could not be deleted; will retry',
        run: () => deleteOldNotifications(dependencies, { days: config.notificationRetentionDays }),
      }),
    ],
  }
}

/** Collects the events of one interval into one commit under load; the delay is too short to notice. */
const gatherMs = 20
/** For what other processes have left. */
const everyMs = 250

/** Woken by the commits of this process. */
function eventSequencing(dependencies: EventJobDependencies): Job {
  return {
    name: 'give events their positions',
    due: { kind: 'EVENTS', rows: [dueEvents] },
    start(context) {
      const { signals } = dependencies
      const onError = errorLogger(context, 'event positions could not be assigned; will retry')
      const hooks = { onNotifications: signals.notifications.notify, onSequenced: signals.positions.notify, onError }
      const sequence = async (named: ReadonlySet<string> | undefined) =>
        (await sequenceEvents(named, dependencies, hooks)) > 0 ? runAgain : undefined
      const sequencer = repeatJob(sequence, {
        gatherMs,
        everyMs: context.pace(everyMs),
        isDue: () => context.dueWork.has('EVENTS'),
        onError,
      })
      signals.events.listen(sequencer.wake)
      return sequencer
    },
  }
}

function notificationDelivery(dependencies: EventJobDependencies): Job {
  return {
    name: 'deliver notifications',
    due: { kind: 'WEBHOOKS', rows: [dueWebhooks] },
    start(context) {
      const { metrics, log, dueWork } = context
      const { signals, config } = dependencies
      const deliverer = startDeliverer(dependencies, {
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
      signals.notifications.listen(() => {
        dueWork.note('WEBHOOKS')
        deliverer.wake()
      })
      return deliverer
    },
  }
}

function reportAttempt(
  { delivery, attempt, state }: DeliveryReport,
  { metrics, log }: { metrics: Metrics; log: Log },
): void {
  const { merchantId, orderId, transactionId, notificationId, url } = delivery
  metrics.notifications.observe({ result: resultOf(attempt, state) }, attempt.tookMs / 1000)
  const fields = {
    merchantId,
    orderId,
    transactionId,
    notificationId,
    to: placeOf(url),
    attempt: attempt.attempt,
    status: attempt.status,
    problem: attempt.problem,
    ms: attempt.tookMs,
  }
  if (state === 'DELIVERED') log.info(fields, 'notification delivered')
  else if (state === 'PENDING') log.warn(fields, 'notification not delivered; will retry')
  else log.warn(fields, 'notification not delivered; parked')
}

function resultOf({ status }: DeliveryReport['attempt'], state: DeliveryReport['state']): string {
  if (state === 'DELIVERED') return 'delivered'
  return status === undefined ? 'unanswered' : 'turned_down'
}

/** Host and path: some webhooks are protected by a secret in the query. */
function placeOf(url: string): string {
  return url.replace(/[?#].*$/s, '').replace(/^(https?:\/\/)[^/]*@/, '$1')
}

async function countNotifications(
  { deliveries }: Pick<EventDependencies, 'deliveries'>,
  { notificationsWaiting, notificationsParked, notificationsOldest }: Metrics,
): Promise<void> {
  const { pending, parked, oldestDueMs } = await deliveries.backlog()
  notificationsWaiting.set(pending)
  notificationsParked.set(parked)
  notificationsOldest.set(oldestDueMs / 1000)
}
