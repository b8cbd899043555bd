// Finds the result of an authentication that a device began: the payer may have answered the issuer's challenge without
// the browser coming back.

import type { PayerAuthenticationDependencies } from '../dependencies.ts'
import type { DeviceAuthentication } from '../ports/device-authentications.ts'
import { deviceReferenceOf, isAuthentication } from './authentication-journey.ts'
import { deviceAuthenticationStep } from './device-authentication-step.ts'
import { applyProof, fetchAuthenticationResult, isChallenged } from './poll-authentication.ts'

type DeviceAuthenticationPollPorts = Pick<
  PayerAuthenticationDependencies,
  'deviceAuthentications' | 'payerAuthentication' | 'timeouts' | 'browserForms' | 'clock'
>

export async function pollDeviceAuthentication(
  begun: DeviceAuthentication,
  ports: DeviceAuthenticationPollPorts,
): Promise<DeviceAuthentication> {
  const { key, journey, currency, amountMinor, createdAt, answer, expiresAt } = begun
  if (!isAuthentication(journey) || !isChallenged(journey)) return begun
  const proof = await fetchAuthenticationResult(deviceReferenceOf(begun, journey), ports)
  if (!proof || proof.status === 'C') return begun
  const at = ports.clock.now()
  const step = deviceAuthenticationStep(
    { key, journey: applyProof(journey, proof), currency, amountMinor, createdAt, at, answer },
    ports,
  )
  const change = { journey: step.journey, answer: step.answer, amountMinor, updatedAt: at, expiresAt }
  // The concurrent caller that came first got the same response from the issuer.
  await ports.deviceAuthentications.update(begun, change)
  return { ...begun, ...change }
}
