// What the console's services for signing in and for one's own account return.

import type { User } from '../../kernel/user.ts'
import type { ConsoleSession } from '../../users/ports/users.ts'
import type { UserPreferences } from '../../users/rules/preferences.ts'

export interface CurrentSessionBody {
  readonly person: User
  readonly isOperator: boolean
  /** None for operator users. */
  readonly merchant?: { readonly merchantId: string; readonly name: string }
  readonly expiresAt: Date
  readonly secondFactorAt: Date | undefined
  /** Production: nothing but the own account opens before a second factor is set up. */
  readonly needsSecondFactor?: true
  readonly csrf: string
  readonly preferences: UserPreferences
}

/** The password was right; a code of the second factor is still to come. */
export interface PendingSignInBody {
  readonly needs: 'SECOND_FACTOR'
  readonly token: string
  readonly until: Date
}

export interface SessionListBody {
  readonly logins: readonly Omit<ConsoleSession, 'user'>[]
  /** The session that asks. */
  readonly here: string | undefined
}

/** Returned once. */
export interface OfferedSecondFactorBody {
  readonly secret: string
  readonly uri: string
}

/** In place of codes of the second factor, each once. Returned once. */
export interface RecoveryCodesBody {
  readonly recoveryCodes: readonly string[]
}

export type AcceptedSecondFactorBody = CurrentSessionBody & RecoveryCodesBody
