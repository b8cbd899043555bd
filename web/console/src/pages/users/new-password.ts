import type { UserDetails } from '../../session/session.ts'

/** What the gateway tells once: somebody's password. */
export interface NewPassword {
  readonly person: UserDetails
  readonly password: string
}
