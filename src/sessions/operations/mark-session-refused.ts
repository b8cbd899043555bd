// Records that an update of a session was refused: until an update succeeds, no operation uses the session.
import type { Call } from '../../payments/call.ts'
import type { SessionDependencies } from '../dependencies.ts'
import { sessionLookupOf } from './find-session.ts'

export async function markSessionRefused(
  { merchant, sessionId, isDevice }: Pick<Call, 'merchant' | 'sessionId' | 'isDevice'>,
  { sessions, vault, clock }: Pick<SessionDependencies, 'sessions' | 'vault' | 'clock'>,
): Promise<void> {
  if (sessionId === undefined) return
  const name = sessionLookupOf(sessionId, { merchantId: merchant.id }, vault)
  await sessions.markFailed(name, clock.expiryTime(), isDevice ? 'PAYER' : 'MERCHANT')
}
