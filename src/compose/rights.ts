// How refused rights are reported: a metric to alert on, and a line in the log.

import type { RightsRefusal } from '../merchants/ports/rights.ts'
import type { Log } from '../platform/telemetry/log.ts'
import type { Metrics } from '../platform/telemetry/metrics.ts'

export function reportRightsRefusals(metrics: Metrics, log: Log): (refusal: RightsRefusal) => void {
  return ({ ownerId, fault }) => {
    metrics.rightsRefused.inc({ fault })
    log.error(
      { merchant: ownerId, fault },
      'permissions in the database do not match their seal and were refused; see "tollgate doctor"',
    )
  }
}
