// Gives an operation the values of a session, with account numbers and codes in clear at their paths.

import { explain, followedBy } from '../../kernel/explanation.ts'
import { type Rejection, reject } from '../../kernel/rejection.ts'
import type { Secret } from '../../kernel/secret.ts'
import type { Values } from '../../kernel/values.ts'
import { type Call, unsealWithAudit } from '../../payments/index.ts'
import type { SessionDependencies } from '../dependencies.ts'
import { findSession, sessionChanged, unknownSession } from './find-session.ts'
import { isTrustedValue, type TrustedSession } from './session-authors.ts'
import { openCodes, readSecrets, restoreSecrets, sealContextOf } from './session-secrets.ts'
import { withoutCardFacts } from './session-values-of.ts'

export interface UsedSession {
  readonly kind: 'SESSION'
  /** In canonical shape, as in requests. */
  readonly values: Values
  readonly session: TrustedSession
}

export async function useSession(
  {
    id,
    version,
    mayBeEmpty = false,
    isAuthentication = false,
  }: {
    readonly id: Secret
    readonly version?: string | undefined
    readonly mayBeEmpty?: boolean | undefined
    /** Whether it is used to authenticate the payer. */
    readonly isAuthentication?: boolean | undefined
  },
  call: Pick<Call, 'merchant' | 'key' | 'unsealAudit' | 'isDevice' | 'entryPoint'>,
  dependencies: Pick<SessionDependencies, 'sessions' | 'vault' | 'clock'>,
): Promise<UsedSession | Rejection> {
  const sessionId = id.open()
  const storedSession = await findSession(sessionId, call, dependencies)
  if (!storedSession) return unknownSession()
  const codes = openCodes(sessionId, storedSession, dependencies.vault)
  // Sealed under a key that the operator has replaced since: as good as lost.
  const session =
    storedSession.codes && codes.length === 0
      ? { ...storedSession, lostCodes: Object.keys(storedSession.codeEpochs ?? {}) }
      : storedSession
  if (version !== undefined && version !== session.version) return sessionChanged()
  const isEmpty = session.updateStatus === 'NO_UPDATE'
  if (session.updateStatus !== 'SUCCESS' && !(isEmpty && mayBeEmpty)) return notFilled(session)
  // A hosted page uses its own session, which the merchant created.
  if (!call.isDevice && !call.entryPoint) await noteMerchantUse(session, { ...call, isAuthentication }, dependencies)
  const accounts = await openSessionAccounts(session, call, dependencies)
  const values = withoutCardFacts(restoreSecrets(session.content, [...accounts, ...codes]))
  return { kind: 'SESSION', values, session }
}

/**
 * The order that the merchant uses the session for is the session's order from now on, where a device may be involved.
 */
async function noteMerchantUse(
  { merchantId, hash, isMerchantKnown, ...session }: TrustedSession,
  { key: { orderId }, isAuthentication }: Pick<Call, 'key'> & { readonly isAuthentication: boolean },
  { sessions }: Pick<SessionDependencies, 'sessions'>,
): Promise<void> {
  const isOfDevices = isAuthentication || session.orderId === orderId
  const isNamed = session.orderId === orderId && session.orderNamedBy === 'MERCHANT'
  const orderToNote = orderId !== '' && isOfDevices && !isNamed ? orderId : undefined
  if (!isMerchantKnown || orderToNote !== undefined)
    await sessions.noteMerchantUse({ merchantId, hash: hash.hash }, orderToNote)
}

function notFilled({ updateStatus }: TrustedSession): Rejection {
  const why = updateStatus === 'NO_UPDATE' ? 'It contains no values yet.' : 'The last update was rejected.'
  return reject('SESSION_NOT_FILLED', followedBy(explain('The session cannot be used.'), explain(why)))
}

/** The account numbers of a session; opening them is recorded in the audit log. */
export async function openSessionAccounts(
  session: TrustedSession,
  call: Pick<Call, 'merchant' | 'unsealAudit'>,
  dependencies: Pick<SessionDependencies, 'vault' | 'clock'>,
): Promise<ReturnType<typeof readSecrets>> {
  if (!session.accounts) return []
  const opening = {
    sealed: session.accounts,
    belongsTo: sealContextOf(session, 'accounts'),
    // The hash identifies the session to anyone who has its id, and is no credential itself.
    subject: { session: session.hash.hash.toString('hex') },
  }
  const accounts = readSecrets(await unsealWithAudit(opening, call, dependencies))
  return accounts.filter(([path]) => isTrustedValue(session.authors, path))
}
