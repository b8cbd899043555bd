// Users change their own password, and name the address that alerts go to, which they prove by a code.

import { isRecipientAddress } from '../../kernel/mail-address.ts'
import { actorName, type UserKey } from '../../kernel/user.ts'
import type { UserDependencies } from '../dependencies.ts'
import type { Passwords } from '../ports/sign-in.ts'
import type { ConsoleSession, PasswordHash } from '../ports/users.ts'
import { normalizePassword, type PasswordFault, passwordFaultOf } from '../rules/new-password.ts'
import { readEmailCode } from '../rules/user-email.ts'
import { checkPassword } from './check-proof.ts'
import type { SignInDependencies } from './sign-in.ts'

/**
 * - changed: the console session continues under the new token.
 * - unsuitable: the new password is not acceptable; USED_BEFORE is one of the last four.
 * - refused: the current password was wrong.
 */
export type PasswordChangeResult =
  | { readonly kind: 'CHANGED'; readonly token: string; readonly session: ConsoleSession }
  | { readonly kind: 'UNSUITABLE'; readonly why: PasswordFault | 'USED_BEFORE' }
  | { readonly kind: 'REFUSED' | 'OVERLOADED' | 'NOT_SIGNED_IN' }

export async function changeOwnPassword(
  { token, present, next }: { readonly token: string; readonly present: string; readonly next: string },
  dependencies: SignInDependencies,
): Promise<PasswordChangeResult> {
  const { users, consoleSessions, passwords, signInCounters, identifiers, clock } = dependencies
  const known = await consoleSessions.find(token)
  if (!known) return { kind: 'NOT_SIGNED_IN' }
  const { user, consoleSessionId } = known
  const fault = passwordFaultOf(next, user)
  if (fault) return { kind: 'UNSUITABLE', why: fault }
  const tried = await checkPassword(
    user,
    { password: present, source: { kind: 'SESSION', consoleSessionId } },
    dependencies,
  )
  if (tried.kind !== 'RIGHT') return tried

  const isSame = normalizePassword(present) === normalizePassword(next)
  const usedBefore = isSame || (await matchesAny(next, tried.credentials.formerPasswordHashes, passwords))
  const hash = usedBefore === false ? await passwords.hash(next) : undefined
  if (hash === undefined) {
    await signInCounters.takeBack(user, tried.counted)
    return usedBefore === true ? { kind: 'UNSUITABLE', why: 'USED_BEFORE' } : { kind: 'OVERLOADED' }
  }
  const newToken = identifiers.consoleSessionToken()
  const by = { actor: actorName(user), at: clock.now() }
  if (!(await users.changePassword(user, hash, { token, newToken }, by))) return { kind: 'NOT_SIGNED_IN' }
  await signInCounters.succeed(user, tried.counted)
  const session = await consoleSessions.find(newToken)
  return session ? { kind: 'CHANGED', token: newToken, session } : { kind: 'NOT_SIGNED_IN' }
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

/** Not one that e-mails can be sent to. */
export type EmailRefusal = { readonly kind: 'NOT_AN_ADDRESS' }

/** Empty: none. */
export function refuseEmail(address: string): EmailRefusal | undefined {
  return address === '' || isRecipientAddress(address) ? undefined : { kind: 'NOT_AN_ADDRESS' }
}

type EmailDependencies = Pick<UserDependencies, 'userEmails' | 'clock'>

export async function setOwnEmail(
  user: UserKey,
  address: string,
  { userEmails, clock }: EmailDependencies,
): Promise<EmailRefusal | { readonly kind: 'SET' }> {
  const refused = refuseEmail(address)
  if (refused) return refused
  await userEmails.set(user, address === '' ? undefined : address, { actor: actorName(user), at: clock.now() })
  return { kind: 'SET' }
}

/**
 * - noMailServer: the operator has none.
 * - noAddress, alreadyConfirmed: there is nothing to confirm.
 * - tooMany: as many as are sent in a day.
 */
export type SentCodeResult = {
  readonly kind: 'SENT' | 'NO_MAIL_SERVER' | 'NO_ADDRESS' | 'ALREADY_CONFIRMED' | 'TOO_MANY'
}

const sentCodeResults = {
  SENT: 'SENT',
  NO_ADDRESS: 'NO_ADDRESS',
  CONFIRMED: 'ALREADY_CONFIRMED',
  TOO_MANY: 'TOO_MANY',
} as const

export async function sendEmailCode(
  user: UserKey,
  { userEmails, clock, hasMailServer }: EmailDependencies & Pick<UserDependencies, 'hasMailServer'>,
): Promise<SentCodeResult> {
  if (!hasMailServer) return { kind: 'NO_MAIL_SERVER' }
  return { kind: sentCodeResults[await userEmails.sendCode(user, clock.now())] }
}

export async function confirmEmail(
  user: UserKey,
  code: string,
  { userEmails, clock }: EmailDependencies,
): Promise<{ readonly kind: 'CONFIRMED' | 'WRONG' }> {
  const by = { actor: actorName(user), at: clock.now() }
  const result = await userEmails.confirm(user, readEmailCode(code), by)
  return { kind: result === 'CONFIRMED' ? 'CONFIRMED' : 'WRONG' }
}
