// Finds a session of the merchant by its id. An expired session, or another merchant's, counts as not found.

import { type Rejection, reject } from '../../kernel/rejection.ts'
import type { Vault } from '../../keys/index.ts'
import type { Call } from '../../payments/index.ts'
import type { SessionDependencies } from '../dependencies.ts'
import type { SessionLookup } from '../ports/session-store.ts'
import { type TrustedSession, withTrustedValues } from './session-authors.ts'

export function sessionLookupOf(
  sessionId: string,
  { merchantId }: { readonly merchantId: string },
  vault: Pick<Vault, 'lookupHashes'>,
): SessionLookup {
  return { merchantId, hashes: vault.lookupHashes('SESSION', sessionId) }
}

export async function findSession(
  sessionId: string,
  { merchant }: Pick<Call, 'merchant'>,
  { sessions, vault, clock }: Pick<SessionDependencies, 'sessions' | 'vault' | 'clock'>,
): Promise<TrustedSession | undefined> {
  const session = await sessions.find(
    sessionLookupOf(sessionId, { merchantId: merchant.id }, vault),
    clock.expiryTime(),
  )
  return session && withTrustedValues(session)
}

/** Does not contain the id: it is a credential. */
export function unknownSession(): Rejection {
  return reject('UNKNOWN_SESSION', 'There is no session with this id.')
}

export function sessionChanged(): Rejection {
  return reject('SESSION_CHANGED', 'The session has changed and no longer has this version.')
}

/** Records that an update of a session was refused: until an update succeeds, no operation uses the session. */
export async function markSessionRefused(
  { merchant, sessionId, isDevice }: Pick<Call, 'merchant' | 'sessionId' | 'isDevice'>,
  { sessions, vault, clock }: Pick<SessionDependencies, 'sessions' | 'vault' | 'clock'>,
): Promise<void> {
  if (sessionId === undefined) return
  const name = sessionLookupOf(sessionId, { merchantId: merchant.id }, vault)
  await sessions.markFailed(name, clock.expiryTime(), isDevice ? 'PAYER' : 'MERCHANT')
}
