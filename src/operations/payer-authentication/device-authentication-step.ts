// One step of an authentication that a device began, described like a transaction's, on an order without other
// transactions.

import { orderOpenedBy } from '../../domain/payments/order.ts'
import type { AuthenticationJourney } from '../../ports/payer-authentication/authentication-journey.ts'
import type { DeviceAuthentication } from '../../ports/payer-authentication/device-authentications.ts'
import type { StoredAnswer } from '../../ports/payments/stored-messages.ts'
import type { Ports } from '../call.ts'
import { progressOf } from './authentication-journey.ts'

interface DeviceStep {
  readonly key: DeviceAuthentication['key']
  readonly journey: AuthenticationJourney
  readonly currency: string
  readonly amountMinor: bigint
  readonly createdAt: Date
  readonly at: Date
  /** The answer of the previous step. */
  readonly answer?: StoredAnswer
}

export function deviceAuthenticationStep(
  { key, journey, currency, amountMinor, createdAt, at, answer }: DeviceStep,
  ports: Pick<Ports, 'browserForms'>,
): { readonly answer: StoredAnswer; readonly journey: AuthenticationJourney } {
  const order = orderOpenedBy({ key, currency, orderAmountMinor: amountMinor, at: createdAt })
  const transaction = { key, entryPoint: 'WEB_SERVICES_API' as const, recordedAt: createdAt, ...(answer && { answer }) }
  return progressOf({ transaction, order, journey, amountMinor, orderAmountMinor: amountMinor, at }, ports)
}
