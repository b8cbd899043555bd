// What the console's services for managing users return.
import type { User } from '../../../domain/users/user.ts'

export interface UserListBody {
  readonly people: readonly User[]
}

/** The password is returned once. */
export interface NewPasswordBody {
  readonly person: User
  readonly password: string
}

export interface EndedSessionsBody {
  readonly ended: number
}
