// A person signs out, here or everywhere.
import { actorName } from '../../domain/users/user.ts'
import type { ConsoleSession } from '../../ports/users/users.ts'
import type { Ports } from '../call.ts'

type SignOutPorts = Pick<Ports, 'consoleSessions' | 'clock'>

/** The token is what the login was found by. */
export async function signOut(
  { person, token }: Pick<ConsoleSession, 'person'> & { readonly token: string },
  { consoleSessions, clock }: SignOutPorts,
): Promise<void> {
  await consoleSessions.close(token, { actor: actorName(person), at: clock.now() })
}

/** Says how many logins that ended, the one it was asked by included. */
export async function signOutEverywhere(
  { person }: Pick<ConsoleSession, 'person'>,
  { consoleSessions, clock }: SignOutPorts,
): Promise<number> {
  return consoleSessions.closeAll(person, { actor: actorName(person), at: clock.now() })
}
