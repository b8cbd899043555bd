// People and their logins. Every change leaves its line in the audit in the commit that makes it.
import type { Right, User, UserKey } from '../../domain/users/user.ts'

/** Who changes something, for the audit. */
export interface AuditStamp {
  readonly actor: string
  readonly at: Date
}

/** A password as it is kept: made by a slow hash with its own salt, whose parameters are part of the text. */
export type PasswordHash = string

export interface NewUser extends UserKey {
  readonly name: string
  readonly rights: readonly Right[]
  /** Somebody else has chosen the password, unless told otherwise. */
  readonly mustChangePassword?: boolean
}

/** What a sign-in needs to know of a person, and nobody else. */
export interface UserCredentials {
  readonly person: User
  readonly passwordHash: PasswordHash
  /** Those before it that must not be chosen again, newest first. */
  readonly formerPasswordHashes: readonly PasswordHash[]
  /** The shared secret of the second factor, in clear, and the last step of time it was used for. */
  readonly secondFactor?: SecondFactor
  /** One that the person has been shown and has yet to prove that it works. */
  readonly offeredSecondFactor?: SecondFactor
}

export interface SecondFactor {
  readonly secret: Buffer
  /** Codes of this step of time and of earlier ones are used up. */
  readonly lastStep: number
}

export interface UserChange {
  readonly name?: string
  readonly rights?: readonly Right[]
  readonly isEnabled?: boolean
}

/** LAST_MANAGER: nobody of the operator's could manage people any more. */
export type UserChangeResult = 'CHANGED' | 'UNKNOWN' | 'LAST_MANAGER'

/** A login that goes on under another token, so that whoever has seen the one before has nothing. */
export interface ConsoleTokenRenewal {
  readonly token: string
  readonly newToken: string
}

export interface UserStore {
  /** By login. */
  list(merchantId: string): Promise<readonly User[]>
  find(key: UserKey): Promise<User | undefined>
  /** False when the login is taken. */
  add(person: NewUser, passwordHash: PasswordHash, by: AuditStamp): Promise<boolean>
  /** Ends all logins when rights are taken away or the person is disabled. */
  change(key: UserKey, change: UserChange, by: AuditStamp): Promise<UserChangeResult>
  remove(key: UserKey, by: AuditStamp): Promise<UserChangeResult>
  /** Somebody else has chosen it: it must be changed unless told otherwise; logins and locks end, and browsers are no
   * longer known. False when
   * there is no such person. */
  resetPassword(
    key: UserKey,
    passwordHash: PasswordHash,
    by: AuditStamp & { readonly mustChangePassword?: boolean },
  ): Promise<boolean>
  /** The person has chosen it: the login that is renewed goes on, all others end. False when
   * the login has ended meanwhile, since somebody may have set another password. */
  changePassword(
    key: UserKey,
    passwordHash: PasswordHash,
    renewal: ConsoleTokenRenewal,
    by: AuditStamp,
  ): Promise<boolean>
  /** The same password under a slower hash; only over the hash that was read. */
  rehash(key: UserKey, hashes: { readonly from: PasswordHash; readonly to: PasswordHash }): Promise<void>
  /** Keeps a secret that the person is about to be shown. It opens and demands nothing until it is accepted. */
  offerSecondFactor(key: UserKey, secret: Buffer): Promise<boolean>
  /**
   * The person has shown a code of what was offered, of this step: from now on nobody signs in without. The login that
   * is renewed counts as having shown it, all others end. False when nothing is offered, there is one already, or the
   * login has ended meanwhile.
   */
  acceptSecondFactor(key: UserKey, step: number, renewal: ConsoleTokenRenewal, by: AuditStamp): Promise<boolean>
  /** Ends all logins, too, and forgets browsers. False when there is no such person, or none set up. */
  removeSecondFactor(key: UserKey, by: AuditStamp): Promise<boolean>
  /** Forgets all failures, wherever they came from. */
  unlock(key: UserKey, by: AuditStamp): Promise<boolean>
  findCredentials(key: UserKey): Promise<UserCredentials | undefined>
}

/** Somebody who is signed in, as far as a request can prove it. */
export interface ConsoleSession {
  readonly person: User
  /** Names the login to its person, for "signed in here and there"; reveals nothing. */
  readonly loginId: string
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly seenAt: Date
  /** When the second factor was last shown; never, for a person without one. */
  readonly secondFactorAt?: Date
}

/** What a person has shown; a login is opened only while it still holds: passwords and second factors may change. */
export type SignInProof =
  | { readonly passwordHash: PasswordHash }
  /** The code's step, which is used up by it, and the token of the login that awaited it, which ends. */
  | { readonly step: number; readonly awaitedBy: string }

export interface NewConsoleSession extends AuditStamp {
  readonly token: string
  /** Where the person's browser is, for the audit. */
  readonly clientAddress?: string
}

export interface ConsoleSessions {
  /**
   * Signs in, and the audit has its line. Undefined when what was shown no longer holds. The token
   * is what the person's browser proves itself by; only a keyed hash of it is kept.
   */
  open(person: UserKey, proof: SignInProof, login: NewConsoleSession): Promise<ConsoleSession | undefined>
  /**
   * The password was right, and the second factor is still to be shown: opens nothing. False when
   * the password no longer holds.
   */
  openAwaiting(
    person: UserKey,
    proof: { readonly passwordHash: PasswordHash },
    login: { readonly token: string; readonly at: Date; readonly until: Date },
  ): Promise<boolean>
  findAwaiting(token: string): Promise<UserKey | undefined>
  /** Nothing for one that has ended, has been idle too long, or whose person is disabled. */
  find(token: string): Promise<ConsoleSession | undefined>
  /** The second factor was shown again. Undefined when the step was used up, or the login has ended. */
  refresh(
    renewal: ConsoleTokenRenewal,
    shown: { readonly step: number } & AuditStamp,
  ): Promise<ConsoleSession | undefined>
  /** Newest first. */
  list(person: UserKey): Promise<readonly Omit<ConsoleSession, 'person'>[]>
  close(token: string, by: AuditStamp): Promise<void>
  /** Signs out everywhere, and forgets browsers. Says how many logins that ended. */
  closeAll(person: UserKey, by: AuditStamp): Promise<number>
  /** At most so many; says how many. */
  deleteExpired(now: Date, limit: number): Promise<number>
}
