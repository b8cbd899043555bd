// One step of an authentication that a device began, described like a transaction's, on an order without other
// transactions.

import type { AuthenticationJourney } from '../../payments/ports/authentication-journey.ts'
import type { StoredAnswer } from '../../payments/ports/stored-messages.ts'
import { orderOpenedBy } from '../../payments/rules/order.ts'
import type { PayerAuthenticationDependencies } from '../dependencies.ts'
import type { DeviceAuthentication } from '../ports/device-authentications.ts'
import { progressOf } from './authentication-journey.ts'

interface DeviceStep {
  readonly key: DeviceAuthentication['key']
  readonly journey: AuthenticationJourney
  readonly currency: string
  readonly amountMinor: bigint
  readonly createdAt: Date
  readonly at: Date
  /** The answer of the previous step. */
  readonly answer?: StoredAnswer | undefined
}

export function deviceAuthenticationStep(
  { key, journey, currency, amountMinor, createdAt, at, answer }: DeviceStep,
  ports: Pick<PayerAuthenticationDependencies, 'browserForms'>,
): { readonly answer: StoredAnswer; readonly journey: AuthenticationJourney } {
  const order = orderOpenedBy({ key, currency, orderAmountMinor: amountMinor, at: createdAt })
  const transaction = { key, entryPoint: 'WEB_SERVICES_API' as const, recordedAt: createdAt, ...(answer && { answer }) }
  return progressOf({ transaction, order, journey, amountMinor, orderAmountMinor: amountMinor, at }, ports)
}
