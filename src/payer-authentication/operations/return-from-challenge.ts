// The payer's browser comes back from the issuer's page. What it brings proves nothing: the issuer is asked, and the
// merchant is informed where to find the result.

import {
  type AuthenticationStatus,
  authenticationStatuses,
  type Challenge,
  findRepeated,
  isUnfinished,
  type StoredTransaction,
  type TransactionKey,
} from '../../payments/index.ts'
import type { PayerAuthenticationDependencies } from '../dependencies.ts'
import { isAuthentication, returnFieldsOf } from './authentication-journey.ts'
import {
  type AuthenticationPollDependencies,
  pollAuthentication,
  pollDeviceAuthentication,
} from './poll-authentication.ts'

export interface ReturnFromChallenge {
  readonly merchantId: string
  /** The merchant's own URL, if one was given when the payer was to be authenticated. */
  readonly url?: string | undefined
  /** That URL came from the payer's device, and the merchant has not named its origin. */
  readonly isUrlOfDevice: boolean
  readonly fields: Readonly<Record<string, string>>
}

const tokenPattern = /^AU-[0-9a-f]{32}$/

/** Undefined when no payer is expected back under this token. */
export async function returnFromChallenge(
  redirectToken: string,
  dependencies: ReturnDependencies,
): Promise<ReturnFromChallenge | undefined> {
  // A value that does not have the form of a token matches nothing: the store is not queried.
  const authentication = tokenPattern.test(redirectToken)
    ? await findChallenged(redirectToken, dependencies)
    : undefined
  const journey = authentication?.journey
  if (!authentication || !isAuthentication(journey) || journey.requestHash === undefined) return undefined
  const { key } = authentication
  return {
    merchantId: key.merchantId,
    url: journey.redirectResponseUrl,
    isUrlOfDevice: journey.isUrlOfDevice ?? false,
    fields: returnFieldsOf(key, journey.status),
  }
}

type ReturnDependencies = AuthenticationPollDependencies &
  Pick<PayerAuthenticationDependencies, 'store' | 'journeys' | 'deviceAuthentications'>

/** One of the merchant's transactions, or one that a payer's device has begun. */
async function findChallenged(
  redirectToken: string,
  dependencies: ReturnDependencies,
): Promise<Pick<StoredTransaction, 'key' | 'journey'> | undefined> {
  const key = await dependencies.journeys.findByToken(redirectToken)
  if (key) return findRepeated(await pollAuthentication(key, dependencies), key)
  const begun = await dependencies.deviceAuthentications.findByToken(redirectToken, dependencies.clock.expiryTime())
  return begun && pollDeviceAuthentication(begun, dependencies)
}

/** Returns to a hosted page the status of its payer's authentication, and where the payer's browser has to go for it. */
export interface AuthenticationSnapshot {
  readonly status: AuthenticationStatus
  /** The issuer's decision is final. */
  readonly isOver: boolean
  /** The payment may be made, with or without proof. */
  readonly mayProceed: boolean
  /** While the payer has not answered: where the browser posts which values. */
  readonly challenge?: Challenge | undefined
  /** Before the payer is authenticated: where the issuer inspects the browser. */
  readonly method?: { readonly url: string; readonly postData: string }
}

/** Undefined when there is none under this id. */
export async function findAuthentication(
  key: TransactionKey,
  dependencies: AuthenticationPollDependencies,
): Promise<AuthenticationSnapshot | undefined> {
  const transaction = findRepeated(await pollAuthentication(key, dependencies), key)
  const journey = transaction?.journey
  if (!isAuthentication(journey)) return undefined
  const { status, challenge, method } = journey
  const isOver = !isUnfinished(status)
  return {
    status,
    isOver,
    mayProceed: isOver && authenticationStatuses[status].recommendation === 'PROCEED',
    challenge,
    ...(method && status === 'AUTHENTICATION_AVAILABLE' && { method }),
  }
}
