// Tells a page of ours how the authentication of its payer stands, and where the payer's browser is to go for it.
import {
  type AuthenticationStatus,
  authenticationStatuses,
  isUnfinished,
} from '../../domain/payer-authentication/payer-authentication.ts'
import type { TransactionKey } from '../../ports/payments/transactions.ts'
import { findRepeated } from '../payments/answer-repeat.ts'
import { isAuthentication } from './authentication-journey.ts'
import { type AuthenticationPollPorts, pollAuthentication } from './poll-authentication.ts'

export interface AuthenticationSnapshot {
  readonly status: AuthenticationStatus
  /** The issuer will not change its mind. */
  readonly isOver: boolean
  /** The payment may be made, with proof or without. */
  readonly mayProceed: boolean
  /** While the payer has not answered: where the browser posts what. */
  readonly challenge?: { readonly url: string; readonly fields: Readonly<Record<string, string>> }
  /** Before the payer is authenticated: where the issuer looks at the browser. */
  readonly method?: { readonly url: string; readonly postData: string }
}

/** Undefined when there is none under this id. */
export async function findAuthentication(
  key: TransactionKey,
  ports: AuthenticationPollPorts,
): Promise<AuthenticationSnapshot | undefined> {
  const transaction = findRepeated(await pollAuthentication(key, ports), key)
  const journey = transaction?.journey
  if (!isAuthentication(journey)) return undefined
  const { status, challenge, method } = journey
  const isOver = !isUnfinished(status)
  return {
    status,
    isOver,
    mayProceed: isOver && authenticationStatuses[status].recommendation === 'PROCEED',
    ...(challenge && { challenge }),
    ...(method && status === 'AUTHENTICATION_AVAILABLE' && { method }),
  }
}
