// A signed-in user enters a second-factor code again, before a sensitive action.
import { actorName } from '../../kernel/user.ts'
import type { ConsoleSession } from '../ports/users.ts'
import { auditOvertakenProof, checkCode } from './check-proof.ts'
import type { SignInPorts } from './sign-in.ts'

/**
 * - confirmed: the console session continues under the new token.
 * - notSetUp: the user has no second factor.
 */
export type SecondFactorConfirmation =
  | { readonly kind: 'CONFIRMED'; readonly token: string; readonly session: ConsoleSession }
  | { readonly kind: 'REFUSED' | 'NOT_SET_UP' | 'NOT_SIGNED_IN' }

export async function confirmSecondFactor(
  { token, code }: { readonly token: string; readonly code: string },
  ports: SignInPorts,
): Promise<SecondFactorConfirmation> {
  const { consoleSessions, signInCounters, identifiers, clock } = ports
  const known = await consoleSessions.find(token)
  if (!known) return { kind: 'NOT_SIGNED_IN' }
  const { user, consoleSessionId } = known
  if (!user.hasSecondFactor) return { kind: 'NOT_SET_UP' }
  const source = { kind: 'SESSION', consoleSessionId } as const
  const tried = await checkCode(user, { code, source }, ports)
  if (tried.kind !== 'RIGHT') return tried

  const newToken = identifiers.consoleSessionToken()
  const by = { actor: actorName(user), at: clock.now() }
  const session = await consoleSessions.refresh({ token, newToken }, { used: tried.used, ...by })
  if (!session) {
    await auditOvertakenProof(user, source, ports)
    return { kind: 'REFUSED' }
  }
  await signInCounters.succeed(user, tried.counted)
  return { kind: 'CONFIRMED', token: newToken, session }
}
