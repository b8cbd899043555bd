// Who is signed in, as the gateway says it.
import type { CurrentSessionBody } from '../../../../src/console/response-bodies/users.ts'
import type { Permission, User } from '../../../../src/kernel/user.ts'
import type { Jsonified } from '../api/json.ts'

export type UserDetails = Jsonified<User>
export type CurrentSession = Jsonified<CurrentSessionBody>

export const sessionPath = '/session'

export function hasPermission({ user }: CurrentSession, permission: Permission | undefined): boolean {
  return permission === undefined || user.permissions.includes(permission)
}

/** Identifies a user. */
export function userKeyOf({ user: { merchantId, login } }: CurrentSession): string {
  return `${merchantId}/${login}`
}
