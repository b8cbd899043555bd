// Metrics for Prometheus: the requests, their results, and their durations.

import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export type Metrics = ReturnType<typeof openMetrics>

/** What a process counts, to be added to what others do. */
export type MetricValues = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

/** The metrics of several processes as those of one; each metric says whether it is a sum, the largest or the smallest. */
export function sumMetrics(processes: readonly MetricValues[]): Promise<string> {
  return AggregatorRegistry.aggregate([...processes]).metrics()
}

/** What processes have counted that have ended: without it, a counter would fall when one of them does. */
export function sumCounters(processes: readonly MetricValues[]): Promise<MetricValues> {
  const counted = processes.map((values) => values.filter(({ type }) => counters.has(String(type))))
  return AggregatorRegistry.aggregate(counted).getMetricsAsJSON()
}

const counters: ReadonlySet<string> = new Set(['counter', 'histogram'])

const secondsBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

let processMetrics: Registry | undefined

/** Memory, event loop and the like: of the process, so that they are collected once. Once begun, that cannot be ended. */
function openProcessMetrics(): Registry {
  if (processMetrics) return processMetrics
  const register = new Registry()
  collectDefaultMetrics({ register })
  processMetrics = register
  return register
}

export function openMetrics() {
  const registry = Registry.merge([openProcessMetrics()])
  const registers = [registry]
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
      help: 'Acquirer response time, by acquirer link, request and kind of response',
      labelNames: ['link', 'question', 'reply'],
      buckets: secondsBuckets,
      registers,
    }),
    linkUp: new Gauge({
      name: 'tollgate_link_up',
      aggregator: 'min',
      help: 'Whether the current revision of an enabled acquirer link can be used (1) or is down or not connected (0)',
      labelNames: ['link'],
      registers,
    }),
    linkInFlight: new Gauge({
      name: 'tollgate_link_in_flight',
      help: 'Requests that an acquirer link has not answered yet',
      labelNames: ['link'],
      registers,
    }),
    linkQueued: new Gauge({
      name: 'tollgate_link_queued',
      help: 'Requests that wait for a free slot of an acquirer link',
      labelNames: ['link'],
      registers,
    }),
    linkUnusualMessages: new Gauge({
      name: 'tollgate_link_unusual_messages',
      help: 'Unusual messages of an acquirer since its link was opened, by kind',
      labelNames: ['link', 'kind'],
      registers,
    }),
    messagesDropped: new Counter({
      name: 'tollgate_messages_dropped_total',
      help: 'Exchanges with acquirers whose messages were not kept, because more were waiting than could be written',
      registers,
    }),
    credentialsRefused: new Counter({
      name: 'tollgate_credentials_refused_total',
      help: 'Failed API authentications by merchant; "unknown" if the merchant does not exist',
      labelNames: ['merchant'],
      registers,
    }),
    connectionsRefused: new Counter({
      name: 'tollgate_connections_refused_total',
      help: 'Connections closed before a request was received, by reason',
      labelNames: ['reason'],
      registers,
    }),
    connectionsAccepted: new Counter({
      name: 'tollgate_connections_accepted_total',
      help: 'Connections accepted, by listener',
      labelNames: ['listener'],
      registers,
    }),
    databaseOutages: new Counter({
      name: 'tollgate_database_refusals_total',
      help: 'Statements and connections that the database did not accept, by reason',
      labelNames: ['reason'],
      registers,
    }),
    shed: new Counter({
      name: 'tollgate_requests_shed_total',
      help: 'Requests rejected because of overload, by reason',
      labelNames: ['reason'],
      registers,
    }),
    abandoned: new Counter({
      name: 'tollgate_requests_abandoned_total',
      help: 'Requests dropped because the client disconnected before anything was recorded',
      registers,
    }),
    waiting: new Gauge({
      name: 'tollgate_requests_waiting',
      help: 'Requests queued for processing or for recording of their attempt',
      registers,
    }),
    oldestWaiting: new Gauge({
      name: 'tollgate_request_oldest_waiting_seconds',
      aggregator: 'max',
      help: 'Age of the oldest queued request',
      registers,
    }),
    loopDelay: new Histogram({
      name: 'tollgate_event_loop_delay_seconds',
      help: 'Event loop delay',
      buckets: secondsBuckets,
      registers,
    }),
    inFlight: new Gauge({ name: 'tollgate_requests_in_flight', help: 'Requests in progress', registers }),
    batchRows: new Histogram({
      name: 'tollgate_batch_rows',
      help: 'Rows per commit on the money path',
      buckets: [1, 2, 4, 8, 16, 32, 64, 128],
      registers,
    }),
    reversed: new Counter({
      name: 'tollgate_reversals_ended_total',
      help: 'Pending reversals that were completed',
      registers,
    }),
    openAttempts: new Gauge({
      name: 'tollgate_open_attempts',
      aggregator: 'max',
      help: 'Attempts past their first deadline without a final outcome',
      registers,
    }),
    openAttemptOldest: new Gauge({
      name: 'tollgate_open_attempt_oldest_seconds',
      aggregator: 'max',
      help: 'Time since the first deadline of the oldest such attempt',
      registers,
    }),
    openAttemptClaims: new Gauge({
      name: 'tollgate_open_attempt_claims_most',
      aggregator: 'max',
      help: 'Largest number of recovery claims of a single attempt',
      registers,
    }),
    reversals: new Gauge({
      name: 'tollgate_reversals',
      aggregator: 'max',
      help: 'Reversals that are pending or ended without effect, by state',
      labelNames: ['state'],
      registers,
    }),
    reversalOldest: new Gauge({
      name: 'tollgate_reversal_oldest_owed_seconds',
      aggregator: 'max',
      help: 'Age of the oldest pending reversal',
      registers,
    }),
    manualResolutions: new Gauge({
      name: 'tollgate_manual_resolutions',
      aggregator: 'max',
      help: 'Transactions that require manual resolution',
      registers,
    }),
    batchesOutOfBalance: new Gauge({
      name: 'tollgate_batches_out_of_balance',
      aggregator: 'max',
      help: 'Settlement batches that are not closed since the acquirer counts other totals',
      registers,
    }),
    silentLinks: new Gauge({
      name: 'tollgate_silent_links',
      aggregator: 'max',
      help: 'Acquirer links that do not respond to recovery or reversals, as seen by this process',
      labelNames: ['link'],
      registers,
    }),
    pageReports: new Counter({
      name: 'tollgate_page_reports_total',
      help: 'Browser reports of modified payment pages, by kind and page',
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
      aggregator: 'max',
      help: 'Pending notifications',
      registers,
    }),
    notificationsParked: new Gauge({
      name: 'tollgate_notifications_parked',
      aggregator: 'max',
      help: 'Parked notifications, which are not retried until they are replayed',
      registers,
    }),
    notificationsAltered: new Counter({
      name: 'tollgate_notifications_altered_total',
      help: 'Queued notifications that were not as the gateway had written them, and were not sent',
      registers,
    }),
    notificationsOldest: new Gauge({
      name: 'tollgate_notification_oldest_due_seconds',
      aggregator: 'max',
      help: 'Time since the oldest due notification became due',
      registers,
    }),
    mails: new Counter({
      name: 'tollgate_emails_total',
      help: 'E-mails by kind and result; failed: given up',
      labelNames: ['kind', 'result'],
      registers,
    }),
    searchBehind: new Gauge({
      name: 'tollgate_search_behind_events',
      aggregator: 'max',
      help: 'Events not yet indexed for search, figures and reports',
      registers,
    }),
    replicaReads: new Counter({
      name: 'tollgate_replica_reads_total',
      help: 'Searches, figures and reports with TOLLGATE_REPLICA_URL: from a standby (REPLICA), or why from the primary',
      labelNames: ['outcome'],
      registers,
    }),
    replicaAge: new Gauge({
      name: 'tollgate_replica_age_seconds',
      aggregator: 'max',
      help: 'Age of the data last read from a standby',
      registers,
    }),
    accessRightsRefused: new Counter({
      name: 'tollgate_rights_refused_total',
      help: 'Permissions in the database that do not match their seal, by fault',
      labelNames: ['fault'],
      registers,
    }),
    velocityRefusals: new Counter({
      name: 'tollgate_velocity_refusals_total',
      help: 'Payments rejected by velocity limits, by limit and whether a transaction was recorded',
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
