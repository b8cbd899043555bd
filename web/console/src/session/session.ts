// Who is signed in, as the gateway says it.
import type { Right, User } from '../../../../src/domain/users/user.ts'
import type { Jsonified } from '../api/json.ts'

export type UserDetails = Jsonified<User>

export interface CurrentSession {
  readonly person: UserDetails
  readonly isOperator: boolean
  readonly merchant?: { readonly merchantId: string; readonly name: string }
  readonly expiresAt: string
  readonly secondFactorAt?: string
  /** Production: nothing but the own account opens before a second factor is set up. */
  readonly needsSecondFactor?: true
  readonly csrf: string
}

export const sessionPath = '/session'

export function hasRight({ person }: CurrentSession, right: Right | undefined): boolean {
  return right === undefined || person.rights.includes(right)
}

/** Tells people apart. */
export function userKeyOf({ person: { merchantId, login } }: CurrentSession): string {
  return `${merchantId}/${login}`
}
