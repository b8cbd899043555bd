// Returns to a hosted page the status of its payer's authentication, and where the payer's browser has to go for it.

import { omitUndefined } from '../../kernel/omit-undefined.ts'
import { findRepeated } from '../../payments/operations/answer-repeat.ts'
import type { Challenge } from '../../payments/ports/authentication-journey.ts'
import type { TransactionKey } from '../../payments/ports/transactions.ts'
import {
  type AuthenticationStatus,
  authenticationStatuses,
  isUnfinished,
} from '../../payments/rules/payer-authentication.ts'
import { isAuthentication } from './authentication-journey.ts'
import { type AuthenticationPollPorts, pollAuthentication } from './poll-authentication.ts'

export interface AuthenticationSnapshot {
  readonly status: AuthenticationStatus
  /** The issuer's decision is final. */
  readonly isOver: boolean
  /** The payment may be made, with or without proof. */
  readonly mayProceed: boolean
  /** While the payer has not answered: where the browser posts which values. */
  readonly challenge?: Challenge
  /** Before the payer is authenticated: where the issuer inspects the browser. */
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
    ...omitUndefined({ challenge }),
    ...(method && status === 'AUTHENTICATION_AVAILABLE' && { method }),
  }
}
