// What services respond about users, the present session and alerts.

import type { Alert, AlertSummary } from '../../audit/index.ts'
import type { ResultPage } from '../../kernel/page.ts'
import type { User } from '../../kernel/user.ts'
import type { ConsoleSession, UserPreferences } from '../../users/index.ts'

export interface UserListBody {
  readonly users: readonly User[]
}

/** With the request for permissions that a second user has to approve. */
export interface ChangedUserBody extends User {
  readonly requestId?: string | undefined
}

/** The password is returned once. */
export interface NewPasswordBody {
  readonly user: User
  readonly password: string
  /** For permissions that a second user has to approve. */
  readonly requestId?: string | undefined
}

export interface EndedSessionsBody {
  readonly ended: number
}

/** What the console's services for signing in and for one's own account return. */
export interface CurrentSessionBody {
  readonly user: User
  readonly isOperator: boolean
  /** None for operator users. */
  readonly merchant?: { readonly merchantId: string; readonly name: string } | undefined
  readonly expiresAt: Date
  readonly secondFactorAt: Date | undefined
  /** Production: nothing but the own account opens before a second factor is set up. */
  readonly needsSecondFactor?: true | undefined
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
  readonly consoleSessions: readonly Omit<ConsoleSession, 'user'>[]
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

/** What the console's services for alerts return. */
export type AlertListBody = ResultPage<Alert>

export interface UnreadAlertsBody {
  /** Counted up to a limit. */
  readonly count: number
}

/** The latest daily summary that reports anything. */
export interface AlertSummaryBody {
  readonly summary?: AlertSummary | undefined
}
