// How refused rights are reported: a metric to alert on, and a line in the log.
import type { Log } from '../adapters/telemetry/log.ts'
import type { Metrics } from '../adapters/telemetry/metrics.ts'
import type { RightsRefusal } from '../ports/merchants/rights.ts'

export function reportRightsRefusals(metrics: Metrics, log: Log): (refusal: RightsRefusal) => void {
  return ({ ownerId, fault }) => {
    metrics.rightsRefused.inc({ fault })
    log.error(
      { merchant: ownerId, fault },
      'permissions in the database do not match their seal and were refused; see "tollgate doctor"',
    )
  }
}
