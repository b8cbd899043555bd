// Figures for Prometheus: what was asked, how it went, how long it took.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export type Metrics = ReturnType<typeof openMetrics>

const secondsBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

export function openMetrics() {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  return {
    registry,
    requests: new Histogram({
      name: 'tollgate_request_seconds',
      help: 'Requests by operation, HTTP status and result',
      labelNames: ['operation', 'status', 'result'],
      buckets: secondsBuckets,
      registers,
    }),
    acquirer: new Histogram({
      name: 'tollgate_acquirer_seconds',
      help: 'Time the acquirer took, by question and kind of reply',
      labelNames: ['question', 'reply'],
      buckets: secondsBuckets,
      registers,
    }),
    credentialsRefused: new Counter({
      name: 'tollgate_credentials_refused_total',
      help: 'Failed authentication at the API, by merchant; "unknown" where there is no such merchant',
      labelNames: ['merchant'],
      registers,
    }),
    connectionsRefused: new Counter({
      name: 'tollgate_connections_refused_total',
      help: 'Connections closed before anything was asked, by reason',
      labelNames: ['reason'],
      registers,
    }),
    connectionsAccepted: new Counter({
      name: 'tollgate_connections_accepted_total',
      help: 'Connections accepted, by listener',
      labelNames: ['listener'],
      registers,
    }),
    shed: new Counter({
      name: 'tollgate_requests_shed_total',
      help: 'Requests refused because there is more to do than the gateway can, by reason',
      labelNames: ['reason'],
      registers,
    }),
    abandoned: new Counter({
      name: 'tollgate_requests_abandoned_total',
      help: 'Requests dropped before anything was recorded, because their client had left',
      registers,
    }),
    waiting: new Gauge({
      name: 'tollgate_requests_waiting',
      help: 'Requests that wait for their turn or for their attempt to be recorded',
      registers,
    }),
    oldestWaiting: new Gauge({
      name: 'tollgate_request_oldest_waiting_seconds',
      help: 'For how long the oldest request that waits has done so',
      registers,
    }),
    loopDelay: new Histogram({
      name: 'tollgate_event_loop_delay_seconds',
      help: 'How late the event loop is, once a turn',
      buckets: secondsBuckets,
      registers,
    }),
    inFlight: new Gauge({ name: 'tollgate_requests_in_flight', help: 'Requests being worked on', registers }),
    batchRows: new Histogram({
      name: 'tollgate_batch_rows',
      help: 'Rows that shared a commit of the money path',
      buckets: [1, 2, 4, 8, 16, 32, 64, 128],
      registers,
    }),
    reversed: new Counter({
      name: 'tollgate_reversals_ended_total',
      help: 'Reversals that were owed and came to an end',
      registers,
    }),
    openAttempts: new Gauge({
      name: 'tollgate_open_attempts',
      help: 'Attempts without a definite outcome although their first deadline has passed',
      registers,
    }),
    openAttemptOldest: new Gauge({
      name: 'tollgate_open_attempt_oldest_seconds',
      help: 'For how long the oldest of them has been past its first deadline',
      registers,
    }),
    openAttemptClaims: new Gauge({
      name: 'tollgate_open_attempt_claims_most',
      help: 'How often the one that was taken most often was taken',
      registers,
    }),
    reversals: new Gauge({
      name: 'tollgate_reversals',
      help: 'Reversals that are owed, or ended without undoing anything, by state',
      labelNames: ['state'],
      registers,
    }),
    reversalOldest: new Gauge({
      name: 'tollgate_reversal_oldest_owed_seconds',
      help: 'For how long the oldest reversal has been owed',
      registers,
    }),
    manualResolutions: new Gauge({
      name: 'tollgate_manual_resolutions',
      help: 'Transactions that only people can settle',
      registers,
    }),
    silentLinks: new Gauge({
      name: 'tollgate_silent_links',
      help: 'Acquirer links on which recovery or reversals hear nothing, as this process sees it',
      labelNames: ['acquirer'],
      registers,
    }),
    pageReports: new Counter({
      name: 'tollgate_page_reports_total',
      help: "Reports of payers' browsers that a page of ours is not as it was served, by kind and page",
      labelNames: ['kind', 'page'],
      registers,
    }),
    notifications: new Histogram({
      name: 'tollgate_notification_seconds',
      help: 'Attempts to deliver notifications, by result',
      labelNames: ['result'],
      buckets: secondsBuckets,
      registers,
    }),
    notificationsWaiting: new Gauge({
      name: 'tollgate_notifications_waiting',
      help: 'Notifications that are not delivered yet',
      registers,
    }),
    notificationsParked: new Gauge({
      name: 'tollgate_notifications_parked',
      help: 'Notifications that nobody tries to deliver any more until they are replayed',
      registers,
    }),
    notificationsAltered: new Counter({
      name: 'tollgate_notifications_altered_total',
      help: 'Queued notifications that were not as the gateway had written them, and were not sent',
      registers,
    }),
    notificationsOldest: new Gauge({
      name: 'tollgate_notification_oldest_due_seconds',
      help: 'For how long the oldest notification that is due has been so',
      registers,
    }),
    searchBehind: new Gauge({
      name: 'tollgate_search_behind_events',
      help: 'Events that searches, figures and reports do not show yet',
      registers,
    }),
    rightsRefused: new Counter({
      name: 'tollgate_rights_refused_total',
      help: 'Rights in the database that are not as the gateway wrote them, by what is wrong with them',
      labelNames: ['fault'],
      registers,
    }),
    velocityRefusals: new Counter({
      name: 'tollgate_velocity_refusals_total',
      help: 'Payments refused by velocity limits, by limit and whether a transaction was recorded',
      labelNames: ['subject', 'counter', 'window', 'recorded'],
      registers,
    }),
    countedSubjects: new Gauge({
      name: 'tollgate_counted_subjects',
      help: 'Merchants, accounts, addresses and BINs whose payments and requests are counted in memory',
      registers,
    }),
    recovered: new Counter({
      name: 'tollgate_recovered_attempts_total',
      help: 'Abandoned attempts brought to an outcome',
      registers,
    }),
  }
}
