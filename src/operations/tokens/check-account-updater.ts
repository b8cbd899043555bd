// Asks the account updater for the current state of a card.

import { noAnswer, replyWithin } from '../../concurrency/with-timeout.ts'
import type { Expiry } from '../../domain/payments/instrument.ts'
import type { Secret } from '../../domain/secret.ts'
import type { AccountUpdate } from '../../ports/tokens/account-updater.ts'
import type { Ports } from '../call.ts'

/** No reply where the operator has no account updater. */
export async function lookUpAccount(
  card: { readonly number: Secret; readonly expiry?: Expiry },
  { accountUpdater, identifiers, timeouts }: Pick<Ports, 'accountUpdater' | 'identifiers' | 'timeouts'>,
): Promise<AccountUpdate> {
  if (!accountUpdater) return noAnswer
  return replyWithin(accountUpdater.lookUp({ reference: identifiers.acquirerReference(), ...card }), {
    timeoutMs: timeouts.serviceWaitMs,
    silence: noAnswer,
  })
}
