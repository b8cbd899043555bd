// The payer's browser comes back from the issuer's page. What it brings proves nothing: the issuer is asked, and the merchant
// is told where to look.
import { authenticationStatuses } from '../../domain/payer-authentication/payer-authentication.ts'
import type { StoredTransaction } from '../../ports/payments/transactions.ts'
import type { Ports } from '../call.ts'
import { findRepeated } from '../payments/answer-repeat.ts'
import { describeResult } from '../payments/describe-transaction.ts'
import { isAuthentication } from './authentication-journey.ts'
import { type AuthenticationPollPorts, pollAuthentication } from './poll-authentication.ts'
import { pollDeviceAuthentication } from './poll-device-authentication.ts'

export interface ReturnFromChallenge {
  readonly merchantId: string
  /** Origins that the operator knows as the merchant's. */
  readonly pageOrigins: readonly string[]
  /** The merchant's own address, as it was given when the payer was to be authenticated. */
  readonly url: string
  readonly fields: Readonly<Record<string, string>>
}

const tokenPattern = /^AU-[0-9a-f]{32}$/

/** Undefined when nobody is expected back under this token. */
export async function returnFromChallenge(
  redirectToken: string,
  ports: ReturnPorts,
): Promise<ReturnFromChallenge | undefined> {
  // What has no shape of a token is nobody's: the store is not asked.
  const found = tokenPattern.test(redirectToken) ? await findAuthentication(redirectToken, ports) : undefined
  const journey = found?.journey
  if (!found || !isAuthentication(journey) || journey.redirectResponseUrl === undefined) return undefined
  const { key } = found
  const { gatewayCode, recommendation } = authenticationStatuses[journey.status]
  const access = await ports.store.findMerchant(key.merchantId)
  return {
    merchantId: key.merchantId,
    pageOrigins: access?.merchant.profile.pageOrigins ?? [],
    url: journey.redirectResponseUrl,
    fields: {
      'order.id': key.orderId,
      'transaction.id': key.transactionId,
      'response.gatewayRecommendation': recommendation,
      result: describeResult(gatewayCode).result,
    },
  }
}

type ReturnPorts = AuthenticationPollPorts & Pick<Ports, 'store' | 'journeys' | 'deviceAuthentications'>

/** One of the merchant's transactions, or one that a payer's device has begun. */
async function findAuthentication(
  redirectToken: string,
  ports: ReturnPorts,
): Promise<Pick<StoredTransaction, 'key' | 'journey'> | undefined> {
  const key = await ports.journeys.findByToken(redirectToken)
  if (key) return findRepeated(await pollAuthentication(key, ports), key)
  const begun = await ports.deviceAuthentications.findByToken(redirectToken, ports.clock.now())
  return begun && pollDeviceAuthentication(begun, ports)
}
