// Who is signed in, as the gateway says it.
import type { Person, Right } from '../../../../src/domain/users/user.ts'
import type { Jsonified } from '../api/json.ts'

export type SeenPerson = Jsonified<Person>

export interface Session {
  readonly person: SeenPerson
  readonly isOperator: boolean
  readonly merchant?: { readonly merchantId: string; readonly name: string }
  readonly expiresAt: string
  readonly secondFactorAt?: string
  /** Production: nothing but the own account opens before a second factor is set up. */
  readonly needsSecondFactor?: true
  readonly csrf: string
}

export const sessionPath = '/session'

export function holds({ person }: Session, right: Right | undefined): boolean {
  return right === undefined || person.rights.includes(right)
}

/** Tells people apart. */
export function whoIs({ person: { merchantId, login } }: Session): string {
  return `${merchantId}/${login}`
}
