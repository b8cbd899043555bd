// People and their logins. Every change leaves its line in the audit in the commit that makes it.
import type { Person, PersonKey, Right } from '../../domain/users/user.ts'

/** Who changes something, for the audit. */
export interface By {
  readonly actor: string
  readonly at: Date
}

/** A password as it is kept: made by a slow hash with its own salt, whose parameters are part of the text. */
export type PasswordHash = string

export interface NewPerson extends PersonKey {
  readonly name: string
  readonly rights: readonly Right[]
  /** Somebody else has chosen the password, unless told otherwise. */
  readonly mustChangePassword?: boolean
}

/** What a sign-in needs to know of a person, and nobody else. */
export interface Credentials {
  readonly person: Person
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

export interface PersonChange {
  readonly name?: string
  readonly rights?: readonly Right[]
  readonly isEnabled?: boolean
}

/** LAST_MANAGER: nobody of the operator's could manage people any more. */
export type PersonChanged = 'CHANGED' | 'UNKNOWN' | 'LAST_MANAGER'

/** A login that goes on under another token, so that whoever has seen the one before has nothing. */
export interface Renewal {
  readonly token: string
  readonly newToken: string
}

export interface People {
  /** By login. */
  list(merchantId: string): Promise<readonly Person[]>
  find(key: PersonKey): Promise<Person | undefined>
  /** False when the login is taken. */
  add(person: NewPerson, passwordHash: PasswordHash, by: By): Promise<boolean>
  /** Ends all logins when rights are taken away or the person is disabled. */
  change(key: PersonKey, change: PersonChange, by: By): Promise<PersonChanged>
  remove(key: PersonKey, by: By): Promise<PersonChanged>
  /** Somebody else has chosen it: it must be changed unless told otherwise; logins and locks end, and browsers are no
   * longer known. False when
   * there is no such person. */
  resetPassword(
    key: PersonKey,
    passwordHash: PasswordHash,
    by: By & { readonly mustChangePassword?: boolean },
  ): Promise<boolean>
  /** The person has chosen it: the login that is renewed goes on, all others end. False when
   * the login has ended meanwhile, since somebody may have set another password. */
  changePassword(key: PersonKey, passwordHash: PasswordHash, renewal: Renewal, by: By): Promise<boolean>
  /** The same password under a slower hash; only over the hash that was read. */
  rehash(key: PersonKey, hashes: { readonly from: PasswordHash; readonly to: PasswordHash }): Promise<void>
  /** Keeps a secret that the person is about to be shown. It opens and demands nothing until it is accepted. */
  offerSecondFactor(key: PersonKey, secret: Buffer): Promise<boolean>
  /**
   * The person has shown a code of what was offered, of this step: from now on nobody signs in without. The login that
   * is renewed counts as having shown it, all others end. False when nothing is offered, there is one already, or the
   * login has ended meanwhile.
   */
  acceptSecondFactor(key: PersonKey, step: number, renewal: Renewal, by: By): Promise<boolean>
  /** Ends all logins, too, and forgets browsers. False when there is no such person, or none set up. */
  removeSecondFactor(key: PersonKey, by: By): Promise<boolean>
  /** Forgets all failures, wherever they came from. */
  unlock(key: PersonKey, by: By): Promise<boolean>
  findCredentials(key: PersonKey): Promise<Credentials | undefined>
}

/** Somebody who is signed in, as far as a request can prove it. */
export interface Login {
  readonly person: Person
  /** Names the login to its person, for "signed in here and there"; reveals nothing. */
  readonly loginId: string
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly seenAt: Date
  /** When the second factor was last shown; never, for a person without one. */
  readonly secondFactorAt?: Date
}

/** What a person has shown; a login is opened only while it still holds: passwords and second factors may change. */
export type Proof =
  | { readonly passwordHash: PasswordHash }
  /** The code's step, which is used up by it, and the token of the login that awaited it, which ends. */
  | { readonly step: number; readonly awaitedBy: string }

export interface NewLogin extends By {
  readonly token: string
  /** Where the person's browser is, for the audit. */
  readonly clientAddress?: string
}

export interface Logins {
  /**
   * Signs in, and the audit has its line. Undefined when what was shown no longer holds. The token
   * is what the person's browser proves itself by; only a keyed hash of it is kept.
   */
  open(person: PersonKey, proof: Proof, login: NewLogin): Promise<Login | undefined>
  /**
   * The password was right, and the second factor is still to be shown: opens nothing. False when
   * the password no longer holds.
   */
  openAwaiting(
    person: PersonKey,
    proof: { readonly passwordHash: PasswordHash },
    login: { readonly token: string; readonly at: Date; readonly until: Date },
  ): Promise<boolean>
  findAwaiting(token: string): Promise<PersonKey | undefined>
  /** Nothing for one that has ended, has been idle too long, or whose person is disabled. */
  find(token: string): Promise<Login | undefined>
  /** The second factor was shown again. Undefined when the step was used up, or the login has ended. */
  refresh(renewal: Renewal, shown: { readonly step: number } & By): Promise<Login | undefined>
  /** Newest first. */
  list(person: PersonKey): Promise<readonly Omit<Login, 'person'>[]>
  close(token: string, by: By): Promise<void>
  /** Signs out everywhere, and forgets browsers. Says how many logins that ended. */
  closeAll(person: PersonKey, by: By): Promise<number>
  /** At most so many; says how many. */
  deleteExpired(now: Date, limit: number): Promise<number>
}
