// The payer's browser comes back from the issuer's page. What it brings proves nothing: the issuer is asked, and the
// merchant is informed where to find the result.
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import { findRepeated } from '../../payments/operations/answer-repeat.ts'
import type { StoredTransaction } from '../../payments/ports/transactions.ts'
import type { PayerAuthenticationDependencies } from '../dependencies.ts'
import { isAuthentication, returnFieldsOf } from './authentication-journey.ts'
import { type AuthenticationPollPorts, pollAuthentication } from './poll-authentication.ts'
import { pollDeviceAuthentication } from './poll-device-authentication.ts'

export interface ReturnFromChallenge {
  readonly merchantId: string
  /** The merchant's own URL, if one was given when the payer was to be authenticated. */
  readonly url?: string
  /** That URL came from the payer's device, and the merchant has not named its origin. */
  readonly isUrlOfDevice: boolean
  readonly fields: Readonly<Record<string, string>>
}

const tokenPattern = /^AU-[0-9a-f]{32}$/

/** Undefined when no payer is expected back under this token. */
export async function returnFromChallenge(
  redirectToken: string,
  ports: ReturnPorts,
): Promise<ReturnFromChallenge | undefined> {
  // A value that does not have the form of a token matches nothing: the store is not queried.
  const found = tokenPattern.test(redirectToken) ? await findAuthentication(redirectToken, ports) : undefined
  const journey = found?.journey
  if (!found || !isAuthentication(journey) || journey.requestHash === undefined) return undefined
  const { key } = found
  return {
    merchantId: key.merchantId,
    ...omitUndefined({ url: journey.redirectResponseUrl }),
    isUrlOfDevice: journey.isUrlOfDevice ?? false,
    fields: returnFieldsOf(key, journey.status),
  }
}

type ReturnPorts = AuthenticationPollPorts &
  Pick<PayerAuthenticationDependencies, 'store' | 'journeys' | 'deviceAuthentications'>

/** One of the merchant's transactions, or one that a payer's device has begun. */
async function findAuthentication(
  redirectToken: string,
  ports: ReturnPorts,
): Promise<Pick<StoredTransaction, 'key' | 'journey'> | undefined> {
  const key = await ports.journeys.findByToken(redirectToken)
  if (key) return findRepeated(await pollAuthentication(key, ports), key)
  const begun = await ports.deviceAuthentications.findByToken(redirectToken, ports.clock.expiryTime())
  return begun && pollDeviceAuthentication(begun, ports)
}
