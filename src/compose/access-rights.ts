// How refused access rights are reported: a metric to alert on, and a line in the log.

import type { AccessRightsRefusal } from '../merchants/index.ts'
import type { Log } from '../platform/telemetry/log.ts'
import type { Metrics } from '../platform/telemetry/metrics.ts'

export function reportAccessRightsRefusals(metrics: Metrics, log: Log): (refusal: AccessRightsRefusal) => void {
  return ({ ownerId, fault }) => {
    metrics.accessRightsRefused.inc({ fault })
    log.error(
      { merchant: ownerId, fault },
      'permissions in the database do not match their seal and were refused; see "tollgate doctor"',
    )
  }
}
