// Asks the account updater for the current state of a card.

import type { Expiry } from '../../kernel/instrument.ts'
import type { Secret } from '../../kernel/secret.ts'
import { noAnswer, responseWithin } from '../../platform/concurrency/with-timeout.ts'
import type { TokenDependencies } from '../dependencies.ts'
import type { AccountUpdate } from '../ports/account-updater.ts'

/** No response where the operator has no account updater. */
export async function lookUpAccount(
  card: { readonly number: Secret; readonly expiry?: Expiry | undefined },
  { accountUpdater, identifiers, timeouts }: Pick<TokenDependencies, 'accountUpdater' | 'identifiers' | 'timeouts'>,
): Promise<AccountUpdate> {
  if (!accountUpdater) return noAnswer
  return responseWithin(accountUpdater.lookUp({ reference: identifiers.acquirerReference(), ...card }), {
    timeoutMs: timeouts.serviceWaitMs,
    silence: noAnswer,
  })
}
