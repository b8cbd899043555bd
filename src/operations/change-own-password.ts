// A person chooses another password. Whoever else is signed in with the one before is signed out.
import { faultOfPassword, normalPassword, type PasswordFault } from '../domain/new-password.ts'
import { actorName } from '../domain/person.ts'
import type { Login } from '../ports/people.ts'
import type { SignInPorts } from './sign-in.ts'
import { tryPassword } from './steps/try-proof.ts'

/**
 * - changed: the login goes on under the new token.
 * - unsuitable: the new password is none that a person may choose; SAME is the one before.
 * - refused: the present password was wrong.
 */
export type OwnPasswordChanged =
  | { readonly kind: 'changed'; readonly token: string; readonly login: Login }
  | { readonly kind: 'unsuitable'; readonly why: PasswordFault | 'SAME' }
  | { readonly kind: 'refused' | 'busy' | 'notSignedIn' }

export async function changeOwnPassword(
  { token, present, next }: { readonly token: string; readonly present: string; readonly next: string },
  ports: SignInPorts,
): Promise<OwnPasswordChanged> {
  const { people, logins, passwords, identifiers, clock } = ports
  const known = await logins.find(token)
  if (!known) return { kind: 'notSignedIn' }
  const { person } = known
  const fault = faultOfPassword(next, person)
  if (fault) return { kind: 'unsuitable', why: fault }
  const tried = await tryPassword(person, present, ports)
  if (tried.kind !== 'right') return tried

  const isSame = normalPassword(present) === normalPassword(next)
  const hash = isSame ? undefined : await passwords.hash(next)
  if (hash === undefined) {
    await people.takeBackTry(person)
    return isSame ? { kind: 'unsuitable', why: 'SAME' } : { kind: 'busy' }
  }
  const newToken = identifiers.loginToken()
  const by = { actor: actorName(person), at: clock.now() }
  if (!(await people.changePassword(person, hash, { token, newToken }, by))) return { kind: 'notSignedIn' }
  const login = await logins.find(newToken)
  return login ? { kind: 'changed', token: newToken, login } : { kind: 'notSignedIn' }
}
