// Gives an operation the values of a session, with account numbers and codes in clear at their places.

import type { Values } from '../../domain/lay-over.ts'
import { type Rejection, reject } from '../../domain/rejection.ts'
import type { Secret } from '../../domain/secret.ts'
import type { StoredSession } from '../../ports/session-store.ts'
import type { Call, Ports } from '../call.ts'
import { findSession, sessionChanged, unknownSession } from './find-session.ts'
import { openSealed } from './open-sealed.ts'
import { withoutCardFacts } from './session-card.ts'
import { openCodes, placeOf, putBack, readSecrets } from './session-secrets.ts'

export interface UsedSession {
  readonly kind: 'session'
  /** In canonical shape, as requests have them. */
  readonly values: Values
  /** What the session is stored under: its codes go with the first payment that uses them. */
  readonly hash: Buffer
  /** Where its payer's browser was, if one has put something into it. */
  readonly payerAddress?: string
}

export async function useSession(
  {
    id,
    version,
    mayBeEmpty = false,
  }: { readonly id: Secret; readonly version?: string | undefined; readonly mayBeEmpty?: boolean | undefined },
  call: Pick<Call, 'merchant' | 'openings'>,
  ports: Pick<Ports, 'sessions' | 'vault' | 'clock'>,
): Promise<UsedSession | Rejection> {
  const sessionId = id.open()
  const session = await findSession(sessionId, call, ports)
  if (!session) return unknownSession()
  if (version !== undefined && version !== session.version) return sessionChanged()
  const isEmpty = session.updateStatus === 'NO_UPDATE'
  if (session.updateStatus !== 'SUCCESS' && !(isEmpty && mayBeEmpty)) return notFilled(session)
  const accounts = await openSessionAccounts(session, call, ports)
  const codes = openCodes(sessionId, session, ports.vault)
  const values = withoutCardFacts(putBack(session.content as Values, [...accounts, ...codes]))
  const { payerAddress } = session
  return { kind: 'session', values, hash: session.hash.hash, ...(payerAddress !== undefined && { payerAddress }) }
}

function notFilled({ updateStatus }: StoredSession): Rejection {
  const why = updateStatus === 'NO_UPDATE' ? 'Nothing was put into it yet.' : 'The last update was refused.'
  return reject('SESSION_NOT_FILLED', `The session cannot be used. ${why}`)
}

/** The account numbers of a session; opening them leaves its line in the audit. */
export async function openSessionAccounts(
  session: StoredSession,
  call: Pick<Call, 'merchant' | 'openings'>,
  ports: Pick<Ports, 'vault' | 'clock'>,
): Promise<ReturnType<typeof readSecrets>> {
  if (!session.accounts) return []
  const opening = {
    sealed: session.accounts,
    belongsTo: placeOf(session, 'accounts'),
    // The hash tells which session it was to whom has the id, and is no credential itself.
    subject: { session: session.hash.hash.toString('hex') },
  }
  return readSecrets(await openSealed(opening, call, ports))
}
