// A user signs out, here or everywhere.
import { actorName } from '../../kernel/user.ts'
import type { UserDependencies } from '../dependencies.ts'
import type { ConsoleSession } from '../ports/users.ts'

type SignOutPorts = Pick<UserDependencies, 'consoleSessions' | 'clock'>

/** The token that identifies the console session. */
export async function signOut(
  { user, token }: Pick<ConsoleSession, 'user'> & { readonly token: string },
  { consoleSessions, clock }: SignOutPorts,
): Promise<void> {
  await consoleSessions.close(token, { actor: actorName(user), at: clock.now() })
}

/** Returns how many console sessions were ended, including the caller's own. */
export async function signOutEverywhere(
  { user }: Pick<ConsoleSession, 'user'>,
  { consoleSessions, clock }: SignOutPorts,
): Promise<number> {
  return consoleSessions.closeAll(user, { actor: actorName(user), at: clock.now() })
}
