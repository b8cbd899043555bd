// Keeps keys, and does with them what must not be done elsewhere.
import type { KeyEncryption } from './key-encryption.ts'

/** A keyed hash names its key, so that keys can rotate while old hashes stay comparable. */
export interface KeyedHash {
  readonly keyId: string
  readonly hash: Buffer
}

/** A sealed value names its key, so that keys can rotate while old values still open. */
export interface SealedValue {
  readonly keyId: string
  readonly sealed: Buffer
}

/** What a keyed hash is for; each purpose has keys of its own, which rotate apart. */
export const hashPurposes = ['PASSWORD', 'ACCOUNT', 'REQUEST', 'SESSION', 'AUDIT'] as const
export type HashPurpose = (typeof hashPurposes)[number]

/** What a key is for: one kind of keyed hash, or sealing (DATA). */
export type KeyPurpose = HashPurpose | 'DATA'

export interface Vault {
  /** Hashes under the current key of the purpose, or under the named one to compare with an older hash. */
  keyedHash(purpose: HashPurpose, text: string, keyId?: string): KeyedHash
  /**
   * Under every key of the purpose that rows may still name, the current one first: what a row is looked up by.
   */
  lookupHashes(purpose: HashPurpose, text: string): readonly KeyedHash[]
  /**
   * Under every key that must be written now: usually the current one, two while a key rotates. Any two processes share
   * one of them at every moment, so that an index over these hashes refuses what both write.
   */
  hashesToWrite(purpose: HashPurpose, text: string): readonly KeyedHash[]
  /** Compares in constant time. */
  matches(purpose: HashPurpose, text: string, stored: KeyedHash): boolean
  /** Seals under the current data key. Everything that says where the value belongs (merchant, table, row, field) is
   * bound to it, and has to be said again to open it. Never waits; throws when the database could not be asked for
   * permission to seal for so long that what had been reserved is used up. */
  seal(clear: string, belongsTo: readonly string[]): SealedValue
  /** Throws when the value was altered or belongs elsewhere. May look for a key that another process has just made. */
  open(sealed: SealedValue, belongsTo: readonly string[]): Promise<string>
  /** Seals what only the holder of a session's id may open again: the key comes from the key-encryption key and the id. */
  sealForSession(sessionId: string, clear: string): Buffer
  /** Throws when the value was altered or belongs to another session. */
  openForSession(sessionId: string, sealed: Buffer): string
}

/**
 * The life of a key.
 *
 * - INTRODUCED: every process gets to know it; hashes are written under it beside the current one.
 * - CURRENT: new hashes and seals are made with it.
 * - RETIRING: a process that has not noticed yet may still use it, and hashes are still written under it.
 * - RETIRED: only what already names it is opened and compared with it, until nothing does; then it is destroyed.
 */
export const keyStates = ['INTRODUCED', 'CURRENT', 'RETIRING', 'RETIRED'] as const
export type KeyState = (typeof keyStates)[number]

export const keyPurposes: readonly KeyPurpose[] = [...hashPurposes, 'DATA']

/** A key as an operator may see it: everything but the key. */
export interface KeySummary {
  readonly keyId: string
  readonly purpose: KeyPurpose
  readonly state: KeyState
  readonly stateSince: Date
  readonly createdAt: Date
  /** How many values processes have sealed with it or may still seal; known of data keys only. */
  readonly sealsReserved: number | undefined
  /** New hashes and seals are made with it. */
  readonly isCurrent: boolean
}

/** How far a rotation has come. */
export interface RotationProgress {
  readonly purpose: KeyPurpose
  /**
   * - WAITING: until every process must have noticed the last step.
   * - WORKING: values are sealed or hashed anew, row after row.
   * - DONE: everything new is made with the new key, and nothing is left to be moved to it.
   */
  readonly stage: 'WAITING' | 'WORKING' | 'DONE'
  /** The key that the rotation leads to, or has led to. */
  readonly keyId: string
  /** Rows that the walk under way has done, of about how many. */
  readonly walked: number
  readonly total: number
  /** Values that it has sealed or hashed anew. */
  readonly changed: number
  /** Values that could not be opened; they stay as they are, and keep their key from being destroyed. */
  readonly failed: number
  /** When somebody last worked on it. */
  readonly workedAt: Date | undefined
}

/** What the operator does with keys. */
export interface KeyAdministration {
  /** By purpose, oldest first. */
  listKeys(): Promise<readonly KeySummary[]>
  /** How many stored hashes and sealed values name each key. Reads everything, so that it may take a while. */
  countKeyUses(): Promise<ReadonlyMap<string, number>>
  /**
   * Makes a new key; what is there stays usable all the time. Undefined when the last rotation of this purpose has not
   * come far enough yet.
   */
  rotate(
    purpose: KeyPurpose,
    actor: string,
  ): Promise<{ readonly keyId: string; readonly previousKeyId: string } | undefined>
  progressOf(purpose: KeyPurpose): Promise<RotationProgress>
  /** Takes the rotations under way further, for about so long; one process at a time does. */
  workOnRotations(budgetMs: number): Promise<'WORKED' | 'NOTHING_TO_DO' | 'BUSY_ELSEWHERE'>
  /** Seals every key anew under another key-encryption key, in one unit of work; says how many. */
  rewrap(encryption: KeyEncryption, actor: string): Promise<number>
}
