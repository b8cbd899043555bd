// Finds the result of an authentication that a device began: the payer may have answered the issuer's challenge without
// the browser coming back.

import type { AuthenticationJourney } from '../../payments/ports/authentication-journey.ts'
import type { StoredResponse } from '../../payments/ports/stored-messages.ts'
import { orderOpenedBy } from '../../payments/rules/order.ts'
import type { PayerAuthenticationDependencies } from '../dependencies.ts'
import type { DeviceAuthentication } from '../ports/authentications.ts'
import { deviceReferenceOf, isAuthentication, progressOf } from './authentication-journey.ts'
import { applyProof, fetchAuthenticationResult, isChallenged } from './poll-authentication.ts'

type DeviceAuthenticationPollPorts = Pick<
  PayerAuthenticationDependencies,
  'deviceAuthentications' | 'payerAuthentication' | 'timeouts' | 'browserForms' | 'clock'
>

export async function pollDeviceAuthentication(
  begun: DeviceAuthentication,
  ports: DeviceAuthenticationPollPorts,
): Promise<DeviceAuthentication> {
  const { key, journey, currency, amountMinor, createdAt, response, expiresAt } = begun
  if (!isAuthentication(journey) || !isChallenged(journey)) return begun
  const proof = await fetchAuthenticationResult(deviceReferenceOf(begun, journey), ports)
  if (!proof || proof.status === 'C') return begun
  const at = ports.clock.now()
  const step = deviceAuthenticationStep(
    { key, journey: applyProof(journey, proof), currency, amountMinor, createdAt, at, response },
    ports,
  )
  const change = { journey: step.journey, response: step.response, amountMinor, updatedAt: at, expiresAt }
  // The concurrent caller that came first got the same response from the issuer.
  await ports.deviceAuthentications.update(begun, change)
  return { ...begun, ...change }
}

// One step of an authentication that a device began, described like a transaction's, on an order without other
// transactions.

interface DeviceStep {
  readonly key: DeviceAuthentication['key']
  readonly journey: AuthenticationJourney
  readonly currency: string
  readonly amountMinor: bigint
  readonly createdAt: Date
  readonly at: Date
  /** The answer of the previous step. */
  readonly response?: StoredResponse | undefined
}

export function deviceAuthenticationStep(
  { key, journey, currency, amountMinor, createdAt, at, response }: DeviceStep,
  ports: Pick<PayerAuthenticationDependencies, 'browserForms'>,
): { readonly response: StoredResponse; readonly journey: AuthenticationJourney } {
  const order = orderOpenedBy({ key, currency, orderAmountMinor: amountMinor, at: createdAt })
  const transaction = {
    key,
    entryPoint: 'WEB_SERVICES_API' as const,
    recordedAt: createdAt,
    ...(response && { response }),
  }
  return progressOf({ transaction, order, journey, amountMinor, orderAmountMinor: amountMinor, at }, ports)
}
