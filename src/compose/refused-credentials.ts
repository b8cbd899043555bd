// Failed authentication at the API, as a metric and in the audit.

import type { Audit, RefusedCredentials, RefusedCredentialsCount } from '../audit/index.ts'
import { merchantIdRow } from '../contract/routes.ts'
import { FieldError } from '../contract/row.ts'
import type { Clock } from '../kernel/clock.ts'
import type { MerchantReader } from '../merchants/index.ts'
import type { Log } from '../platform/telemetry/log.ts'
import type { Metrics } from '../platform/telemetry/metrics.ts'

/** No merchant, for the metric: made-up names must not become labels without end. */
export const unknownMerchant = 'unknown'

interface RefusalDependencies {
  readonly store: MerchantReader
  readonly audit: Audit
  readonly clock: Clock
}

export function openCredentialRefusalReporter(
  counted: RefusedCredentialsCount,
  { store, audit, clock }: RefusalDependencies,
  metrics: Metrics,
  log: Log,
) {
  const onError = (err: unknown) =>
    log.error({ err }, 'rejected credentials could not be written to the audit log; will retry')

  /** Runs beside the response: its time must not show which merchants exist. */
  async function count(refused: RefusedCredentials): Promise<void> {
    const { merchantId } = refused
    const isName = !(merchantIdRow.type.read(merchantId) instanceof FieldError)
    const known = isName ? await store.findMerchant(merchantId).catch(() => undefined) : undefined
    metrics.credentialsRefused.inc({ merchant: known ? merchantId : unknownMerchant })
    if (known) counted.add(refused, clock.now())
  }

  return {
    count,
    /** Before the process ends: the present hour, too. */
    writeAll: () => counted.write({ now: clock.now(), isEnding: true }, { audit }).catch(onError),
  }
}
