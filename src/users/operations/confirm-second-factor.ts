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
  | { readonly kind: 'confirmed'; readonly token: string; readonly login: ConsoleSession }
  | { readonly kind: 'refused' | 'notSetUp' | 'notSignedIn' }

export async function confirmSecondFactor(
  { token, code }: { readonly token: string; readonly code: string },
  ports: SignInPorts,
): Promise<SecondFactorConfirmation> {
  const { consoleSessions, signInCounters, identifiers, clock } = ports
  const known = await consoleSessions.find(token)
  if (!known) return { kind: 'notSignedIn' }
  const { person, loginId } = known
  if (!person.hasSecondFactor) return { kind: 'notSetUp' }
  const source = { kind: 'SESSION', loginId } as const
  const tried = await checkCode(person, { code, source }, ports)
  if (tried.kind !== 'right') return tried

  const newToken = identifiers.consoleSessionToken()
  const by = { actor: actorName(person), at: clock.now() }
  const login = await consoleSessions.refresh({ token, newToken }, { used: tried.used, ...by })
  if (!login) {
    await auditOvertakenProof(person, source, ports)
    return { kind: 'refused' }
  }
  await signInCounters.succeed(person, tried.counted)
  return { kind: 'confirmed', token: newToken, login }
}
