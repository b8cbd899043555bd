// Failed authentication at the API, as a metric and in the audit.

import { countRefusedCredentials, type RefusedCredentials } from '../audit/jobs/audit-refused-credentials.ts'
import { merchantIdRow } from '../contract/routes.ts'
import { FieldError } from '../contract/row.ts'
import type { Log } from '../platform/telemetry/log.ts'
import type { Metrics } from '../platform/telemetry/metrics.ts'
import type { Ports } from '../requests/ports.ts'

/** No merchant, for the metric: made-up names must not become labels without end. */
export const unknownMerchant = 'unknown'

export type CredentialRefusalReporter = ReturnType<typeof openCredentialRefusalReporter>

export function openCredentialRefusalReporter({ store, audit, clock }: Ports, metrics: Metrics, log: Log) {
  const counted = countRefusedCredentials()
  const onError = (err: unknown) =>
    log.error({ err }, 'rejected credentials could not be written to the audit log; will retry')

  /** Runs beside the answer: its time must not show which merchants exist. */
  async function count(refused: RefusedCredentials): Promise<void> {
    const { merchantId } = refused
    const isName = !(merchantIdRow.type.read(merchantId) instanceof FieldError)
    const known = isName ? await store.findMerchant(merchantId).catch(() => undefined) : undefined
    metrics.credentialsRefused.inc({ merchant: known ? merchantId : unknownMerchant })
    if (known) counted.add(refused, clock.now())
  }

  return {
    count,
    /** What is complete: refusals are counted by the hour. */
    write: () => counted.write({ now: clock.now() }, { audit }),
    /** The present hour, too, before the process ends. */
    writeAll: () => counted.write({ now: clock.now(), isEnding: true }, { audit }).catch(onError),
  }
}
