// Counters with labels, from the start of the process: a series that begins with its first event has not increased, and an alert
// on a single event would miss it.

import type { ShedReason } from '../../api/index.ts'
import type { AccessRightsFault } from '../../merchants/index.ts'
import type { BrowserReport, PageKind } from '../../pages/index.ts'
import { velocityCounters, velocitySubjects, velocityWindows } from '../../platform/counters/limits.ts'
import type { ConnectionRefusal } from '../../platform/http/listeners/connections.ts'
import { mailKinds, mailResults } from '../../platform/mail/mail.ts'
import type { OutageReason } from '../../platform/postgres/database-errors.ts'
import type { Metrics } from '../../platform/telemetry/metrics.ts'
import { replicaOutcomes } from '../../reports/postgres/delayed-reads.ts'
import { unknownMerchant } from '../refused-credentials.ts'

/** Every value of a union, which the compiler compares with it. */
const valuesOf = <Value extends string>(values: Readonly<Record<Value, true>>) => Object.keys(values) as Value[]

const connectionRefusals = valuesOf<ConnectionRefusal>({
  PROXY_HEADER: true,
  ADDRESS_LIMIT: true,
  CLIENT_CERTIFICATES: true,
})
const outageReasons = valuesOf<OutageReason>({
  DISK_FULL: true,
  OUT_OF_MEMORY: true,
  TOO_MANY_CONNECTIONS: true,
  READ_ONLY: true,
  STARTING_OR_STOPPING: true,
  RESOURCE_LIMIT: true,
  UNREACHABLE: true,
})
const shedReasons = valuesOf<ShedReason>({
  WAITING: true,
  EVENT_LOOP: true,
  IN_PROGRESS: true,
  MERCHANT_LIMIT: true,
  LINK_LIMIT: true,
})
const reportKinds = valuesOf<BrowserReport['kind']>({ policy: true, change: true })
const pageKinds = valuesOf<PageKind>({ payment: true, fields: true, other: true })
const accessRightsFaults = valuesOf<AccessRightsFault>({
  NO_SEAL: true,
  WRONG_MAC: true,
  OLDER_REVISION: true,
  NOT_IN_AUDIT: true,
  WRONG_ROWS: true,
})

/** Merchants are not among them: their number has no limit, and the alert on them counts from a threshold. */
export function startCountsAtZero(metrics: Metrics): void {
  for (const reason of connectionRefusals) metrics.connectionsRefused.inc({ reason }, 0)
  for (const reason of outageReasons) metrics.databaseOutages.inc({ reason }, 0)
  for (const reason of shedReasons) metrics.shed.inc({ reason }, 0)
  for (const kind of reportKinds) for (const page of pageKinds) metrics.pageReports.inc({ kind, page }, 0)
  for (const kind of mailKinds) for (const result of Object.values(mailResults)) metrics.mails.inc({ kind, result }, 0)
  for (const fault of accessRightsFaults) metrics.accessRightsRefused.inc({ fault }, 0)
  for (const outcome of replicaOutcomes) metrics.replicaReads.inc({ outcome }, 0)
  metrics.credentialsRefused.inc({ merchant: unknownMerchant }, 0)
  for (const subject of velocitySubjects)
    for (const counter of velocityCounters)
      for (const window of velocityWindows)
        for (const recorded of ['true', 'false'])
          metrics.velocityRefusals.inc({ subject, counter, window, recorded }, 0)
  for (const state of ['OWED', 'REFUSED', 'UNSUPPORTED']) metrics.reversals.set({ state }, 0)
}
