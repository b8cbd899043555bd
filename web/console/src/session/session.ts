// Who is signed in, as the gateway says it.

import type { CurrentSessionBody } from '../../../../src/console/response-bodies/session.ts'
import type { Right, User } from '../../../../src/kernel/user.ts'
import type { Jsonified } from '../api/json.ts'

export type UserDetails = Jsonified<User>
export type CurrentSession = Jsonified<CurrentSessionBody>

export const sessionPath = '/session'

export function hasRight({ person }: CurrentSession, right: Right | undefined): boolean {
  return right === undefined || person.rights.includes(right)
}

/** Identifies a user. */
export function userKeyOf({ person: { merchantId, login } }: CurrentSession): string {
  return `${merchantId}/${login}`
}
