// What the console's services for managing users return.
import type { User } from '../../kernel/user.ts'

export interface UserListBody {
  readonly people: readonly User[]
}

/** With the request for permissions that a second user has to approve. */
export interface ChangedUserBody extends User {
  readonly requestId?: string
}

/** The password is returned once. */
export interface NewPasswordBody {
  readonly person: User
  readonly password: string
  /** For permissions that a second user has to approve. */
  readonly requestId?: string
}

export interface EndedSessionsBody {
  readonly ended: number
}
