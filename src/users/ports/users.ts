// Users and their console sessions. Every change writes its audit log entry in its own commit.
import type { AuditStamp } from '../../audit/ports/audit.ts'
import type { Permission, User, UserKey } from '../../kernel/user.ts'
import type { UserPreferences } from '../rules/preferences.ts'

/** A password as it is stored: a slow hash with its own salt, whose parameters are part of the text. */
export type PasswordHash = string

export interface NewUser extends UserKey {
  readonly name: string
  readonly permissions: readonly Permission[]
  /** Default: another user has chosen the password. */
  readonly mustChangePassword?: boolean
}

/** What only a sign-in needs to know of a user. */
export interface UserCredentials {
  readonly user: User
  readonly passwordHash: PasswordHash
  /** Previous ones that must not be chosen again, newest first. */
  readonly formerPasswordHashes: readonly PasswordHash[]
  /** The shared secret of the second factor, in clear, and the last time step it was used for. */
  readonly secondFactor?: SecondFactor
  /** One that the user has been shown and has yet to prove by a code. */
  readonly offeredSecondFactor?: SecondFactor
}

export interface SecondFactor {
  readonly secret: Buffer
  /** Codes of this time step and of earlier ones are used up. */
  readonly lastStep: number
  /** Hashes of the recovery codes that are left. */
  readonly recoveryCodes: readonly Buffer[]
}

/** What a submitted code uses up: a time step, or a recovery code by its hash. */
export type UsedCode = { readonly step: number } | { readonly recoveryCode: Buffer }

export interface UserChange {
  readonly name?: string
  readonly permissions?: readonly Permission[]
  /** Of the permissions, those that the user keeps but does not get. */
  readonly onlyIfHeld?: readonly Permission[]
  readonly isEnabled?: boolean
}

/** LAST_MANAGER: no user of the operator could manage users any more. */
export type UserChangeResult = 'CHANGED' | 'UNKNOWN' | 'LAST_MANAGER'

/**
 * A console session that continues under another token, which makes the previous one useless to anyone who has seen it.
 */
export interface ConsoleTokenRenewal {
  readonly token: string
  readonly newToken: string
}

export interface UserStore {
  /** By login name. */
  list(merchantId: string): Promise<readonly User[]>
  find(key: UserKey): Promise<User | undefined>
  /** False when the login name is taken. */
  add(user: NewUser, passwordHash: PasswordHash, by: AuditStamp): Promise<boolean>
  /** Ends all console sessions when permissions are removed or the user is disabled. */
  change(key: UserKey, change: UserChange, by: AuditStamp): Promise<UserChangeResult>
  /** What was requested for the user is declined: another user may get the same login. */
  remove(key: UserKey, by: AuditStamp): Promise<UserChangeResult>
  /**
   * Another user has chosen it: by default it must be changed; console sessions and locks end, and browsers are no
   * longer known. The user loses the withheld permissions, and what was requested for the user is declined. False when
   * there is no such user.
   */
  resetPassword(
    key: UserKey,
    passwordHash: PasswordHash,
    by: AuditStamp & { readonly mustChangePassword?: boolean; readonly withheld?: readonly Permission[] },
  ): Promise<boolean>
  /**
   * The user has chosen it: the renewed console session continues, all others end. False when the console session has
   * ended meanwhile, since another user may have set another password.
   */
  changePassword(
    key: UserKey,
    passwordHash: PasswordHash,
    renewal: ConsoleTokenRenewal,
    by: AuditStamp,
  ): Promise<boolean>
  /** The same password under a slower hash; only over the hash that was read. */
  rehash(key: UserKey, hashes: { readonly from: PasswordHash; readonly to: PasswordHash }): Promise<void>
  /** Stores a secret that the user is about to be shown. It has no effect until it is accepted. */
  offerSecondFactor(key: UserKey, secret: Buffer): Promise<boolean>
  /**
   * The user has entered a code of the offered secret, of this step: from now on it is required to sign in. The renewed
   * console session counts as confirmed by it, all others end. False when nothing is offered, there is one already, or
   * the console session has ended meanwhile.
   */
  acceptSecondFactor(
    key: UserKey,
    proof: { readonly step: number; readonly recoveryCodes: readonly Buffer[] },
    renewal: ConsoleTokenRenewal,
    by: AuditStamp,
  ): Promise<boolean>
  /** New recovery codes replace all that are left. False when the code was used up meanwhile, or the factor is gone. */
  replaceRecoveryCodes(
    key: UserKey,
    proof: { readonly used: UsedCode; readonly recoveryCodes: readonly Buffer[] },
    by: AuditStamp,
  ): Promise<boolean>
  /** With the same consequences. False when there is no such user, or none set up. */
  removeSecondFactor(key: UserKey, by: AuditStamp & { readonly withheld?: readonly Permission[] }): Promise<boolean>
  /** Clears all failures, wherever they came from. */
  unlock(key: UserKey, by: AuditStamp): Promise<boolean>
  findCredentials(key: UserKey): Promise<UserCredentials | undefined>
}

/** A signed-in user, as far as a request can prove it. */
export interface ConsoleSession {
  readonly user: User
  /** Identifies the console session to its user, in the list of active sessions; reveals nothing. */
  readonly consoleSessionId: string
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly seenAt: Date
  /** When the second factor was last entered; undefined for a user without one. */
  readonly secondFactorAt?: Date
}

/**
 * A user's proof; a console session is opened only while it is still valid: passwords and second factors may change.
 */
export type SignInProof =
  | { readonly passwordHash: PasswordHash }
  /** The code, which is used up by it, and the token of the sign-in that awaited it, which ends. */
  | { readonly used: UsedCode; readonly awaitedBy: string }

export interface NewConsoleSession extends AuditStamp {
  readonly token: string
  /** The address of the user's browser, for the audit log. */
  readonly clientAddress?: string
}

export interface ConsoleSessions {
  /**
   * Signs in, with an audit log entry. Undefined when the proof is no longer valid. The token authenticates the user's
   * browser; only a keyed hash of it is stored.
   */
  open(user: UserKey, proof: SignInProof, session: NewConsoleSession): Promise<ConsoleSession | undefined>
  /**
   * The password was right, and the second factor is still required: gives no access yet. False when the password is no
   * longer valid.
   */
  openAwaiting(
    user: UserKey,
    proof: { readonly passwordHash: PasswordHash },
    login: { readonly token: string; readonly at: Date; readonly until: Date },
  ): Promise<boolean>
  findAwaiting(token: string): Promise<UserKey | undefined>
  /** Undefined for one that has ended, has been idle too long, or whose user is disabled. */
  find(token: string): Promise<ConsoleSession | undefined>
  /** The second factor was entered again. Undefined when the code was used up, or the console session has ended. */
  refresh(
    renewal: ConsoleTokenRenewal,
    shown: { readonly used: UsedCode } & AuditStamp,
  ): Promise<ConsoleSession | undefined>
  /** Newest first. */
  list(user: UserKey): Promise<readonly Omit<ConsoleSession, 'user'>[]>
  close(token: string, by: AuditStamp): Promise<void>
  /** Signs out everywhere, and deletes known browsers. Returns how many console sessions were ended. */
  closeAll(user: UserKey, by: AuditStamp): Promise<number>
  /** At most `limit`; returns how many. */
  deleteExpired(now: Date, limit: number): Promise<number>
}

export interface UserPreferencesStore {
  find(key: UserKey): Promise<UserPreferences>
  /** Replaces the given members and leaves the others. */
  change(key: UserKey, change: UserPreferences): Promise<UserPreferences>
}
