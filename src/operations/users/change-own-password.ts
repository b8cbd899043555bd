// A person chooses another password. Whoever else is signed in with the one before is signed out.
import { faultOfPassword, normalPassword, type PasswordFault } from '../../domain/users/new-password.ts'
import { actorName } from '../../domain/users/user.ts'
import type { Passwords } from '../../ports/users/passwords.ts'
import type { Login, PasswordHash } from '../../ports/users/users.ts'
import { tryPassword } from './check-proof.ts'
import type { SignInPorts } from './sign-in.ts'

/**
 * - changed: the login goes on under the new token.
 * - unsuitable: the new password is none that a person may choose; USED_BEFORE is one of the last four.
 * - refused: the present password was wrong.
 */
export type OwnPasswordChanged =
  | { readonly kind: 'changed'; readonly token: string; readonly login: Login }
  | { readonly kind: 'unsuitable'; readonly why: PasswordFault | 'USED_BEFORE' }
  | { readonly kind: 'refused' | 'busy' | 'notSignedIn' }

export async function changeOwnPassword(
  { token, present, next }: { readonly token: string; readonly present: string; readonly next: string },
  ports: SignInPorts,
): Promise<OwnPasswordChanged> {
  const { people, logins, passwords, signInCounters, identifiers, clock } = ports
  const known = await logins.find(token)
  if (!known) return { kind: 'notSignedIn' }
  const { person, loginId } = known
  const fault = faultOfPassword(next, person)
  if (fault) return { kind: 'unsuitable', why: fault }
  const tried = await tryPassword(person, { password: present, source: { kind: 'SESSION', loginId } }, ports)
  if (tried.kind !== 'right') return tried

  const isSame = normalPassword(present) === normalPassword(next)
  const usedBefore = isSame || (await matchesAny(next, tried.credentials.formerPasswordHashes, passwords))
  const hash = usedBefore === false ? await passwords.hash(next) : undefined
  if (hash === undefined) {
    await signInCounters.takeBack(person, tried.counted)
    return usedBefore === true ? { kind: 'unsuitable', why: 'USED_BEFORE' } : { kind: 'busy' }
  }
  const newToken = identifiers.loginToken()
  const by = { actor: actorName(person), at: clock.now() }
  if (!(await people.changePassword(person, hash, { token, newToken }, by))) return { kind: 'notSignedIn' }
  await signInCounters.succeed(person, tried.counted)
  const login = await logins.find(newToken)
  return login ? { kind: 'changed', token: newToken, login } : { kind: 'notSignedIn' }
}

async function matchesAny(
  password: string,
  hashes: readonly PasswordHash[],
  passwords: Passwords,
): Promise<boolean | 'busy'> {
  for (const hash of hashes) {
    const verdict = await passwords.verify(password, hash, { isTrusted: true })
    if (verdict === 'busy') return verdict
    if (verdict !== 'wrong') return true
  }
  return false
}
