// Users name the address that alerts go to, and prove by a code that they read it.
import { isRecipientAddress } from '../../kernel/mail-address.ts'
import { actorName, type UserKey } from '../../kernel/user.ts'
import type { UserDependencies } from '../dependencies.ts'
import { readEmailCode } from '../rules/user-email.ts'

/** Not one that e-mails can be sent to. */
export type EmailRefusal = { readonly kind: 'NOT_AN_ADDRESS' }

/** Empty: none. */
export function refuseEmail(address: string): EmailRefusal | undefined {
  return address === '' || isRecipientAddress(address) ? undefined : { kind: 'NOT_AN_ADDRESS' }
}

type EmailPorts = Pick<UserDependencies, 'userEmails' | 'clock'>

export async function setOwnEmail(
  user: UserKey,
  address: string,
  { userEmails, clock }: EmailPorts,
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
  { userEmails, clock, hasMailServer }: EmailPorts & Pick<UserDependencies, 'hasMailServer'>,
): Promise<SentCodeResult> {
  if (!hasMailServer) return { kind: 'NO_MAIL_SERVER' }
  return { kind: sentCodeResults[await userEmails.sendCode(user, clock.now())] }
}

export async function confirmEmail(
  user: UserKey,
  code: string,
  { userEmails, clock }: EmailPorts,
): Promise<{ readonly kind: 'CONFIRMED' | 'WRONG' }> {
  const by = { actor: actorName(user), at: clock.now() }
  const result = await userEmails.confirm(user, readEmailCode(code), by)
  return { kind: result === 'CONFIRMED' ? 'CONFIRMED' : 'WRONG' }
}
