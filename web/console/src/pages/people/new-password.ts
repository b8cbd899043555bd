import type { SeenPerson } from '../../session/session.ts'

/** What the gateway tells once: somebody's password. */
export interface PasswordMade {
  readonly person: SeenPerson
  readonly password: string
}
