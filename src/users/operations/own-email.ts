// Users name the address that alerts go to, and prove by a code that they read it.
import { isRecipientAddress } from '../../kernel/mail-address.ts'
import { actorName, type UserKey } from '../../kernel/user.ts'
import type { UserDependencies } from '../dependencies.ts'
import { readEmailCode } from '../rules/user-email.ts'

/** Not one that e-mails can be sent to. */
export type EmailRefusal = { readonly kind: 'notAnAddress' }

/** Empty: none. */
export function refuseEmail(address: string): EmailRefusal | undefined {
  return address === '' || isRecipientAddress(address) ? undefined : { kind: 'notAnAddress' }
}

type EmailPorts = Pick<UserDependencies, 'userEmails' | 'clock'>

export async function setOwnEmail(
  user: UserKey,
  address: string,
  { userEmails, clock }: EmailPorts,
): Promise<EmailRefusal | { readonly kind: 'set' }> {
  const refused = refuseEmail(address)
  if (refused) return refused
  await userEmails.set(user, address === '' ? undefined : address, { actor: actorName(user), at: clock.now() })
  return { kind: 'set' }
}

/**
 * - noMailServer: the operator has none.
 * - noAddress, alreadyConfirmed: there is nothing to confirm.
 * - tooMany: as many as are sent in a day.
 */
export type SentCodeResult = {
  readonly kind: 'sent' | 'noMailServer' | 'noAddress' | 'alreadyConfirmed' | 'tooMany'
}

const sentCodeResults = {
  SENT: 'sent',
  NO_ADDRESS: 'noAddress',
  CONFIRMED: 'alreadyConfirmed',
  TOO_MANY: 'tooMany',
} as const

export async function sendEmailCode(
  user: UserKey,
  { userEmails, clock, hasMailServer }: EmailPorts & Pick<UserDependencies, 'hasMailServer'>,
): Promise<SentCodeResult> {
  if (!hasMailServer) return { kind: 'noMailServer' }
  return { kind: sentCodeResults[await userEmails.sendCode(user, clock.now())] }
}

export async function confirmEmail(
  user: UserKey,
  code: string,
  { userEmails, clock }: EmailPorts,
): Promise<{ readonly kind: 'confirmed' | 'wrong' }> {
  const by = { actor: actorName(user), at: clock.now() }
  const result = await userEmails.confirm(user, readEmailCode(code), by)
  return { kind: result === 'CONFIRMED' ? 'confirmed' : 'wrong' }
}
