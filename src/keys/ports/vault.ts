// Stores keys, and performs all operations with them.
import type { KeyedHash } from '../../kernel/keyed-hash.ts'
import type { KeyEncryption } from './key-encryption.ts'

/** A sealed value names its key: keys can rotate while old values can still be opened. */
export interface SealedValue {
  readonly keyId: string
  readonly sealed: Buffer
}

/** What a keyed hash is for; each purpose has its own keys, which rotate separately. */
export const hashPurposes = ['PASSWORD', 'ACCOUNT', 'REQUEST', 'SESSION', 'AUDIT'] as const
export type HashPurpose = (typeof hashPurposes)[number]

/** What a key is for: one kind of keyed hash, or sealing (DATA). */
export type KeyPurpose = HashPurpose | 'DATA'

export interface Vault {
  /** Hashes under the current key of the purpose, or under the named one to compare with an older hash. */
  keyedHash(purpose: HashPurpose, text: string, keyId?: string): KeyedHash
  /** Under every key of the purpose that rows may still name, the current one first: the hashes to look a row up by. */
  lookupHashes(purpose: HashPurpose, text: string): readonly KeyedHash[]
  /**
   * Under every key that must be written now: usually the current one, two while a key rotates. Any two processes share
   * one of them at every moment, so an index over these hashes refuses duplicates of both.
   */
  hashesToWrite(purpose: HashPurpose, text: string): readonly KeyedHash[]
  /** Compares in constant time. */
  matches(purpose: HashPurpose, text: string, stored: KeyedHash): boolean
  /**
   * Seals under the current data key. The place of the value (merchant, table, row, field) is bound to it, and is
   * required to open it. Never waits; throws when the database could not be asked for permission to seal for so long
   * that the reserved number is used up.
   */
  seal(clear: string, belongsTo: readonly string[]): SealedValue
  /**
   * Throws when the value was altered or belongs elsewhere. May look up a key that another process has just created.
   */
  open(sealed: SealedValue, belongsTo: readonly string[]): Promise<string>
  /**
   * Seals what only the holder of a session's id may open: the key is derived from the key-encryption key and the id.
   */
  sealForSession(sessionId: string, clear: string): Buffer
  /** Throws when the value was altered or belongs to another session. */
  openForSession(sessionId: string, sealed: Buffer): string
}

/**
 * The life of a key.
 *
 * - INTRODUCED: every process learns of it; hashes are written under it beside the current one.
 * - CURRENT: new hashes and seals are made with it.
 * - RETIRING: a process that has not noticed yet may still use it, and hashes are still written under it.
 * - RETIRED: only existing values that name it are opened and compared with it, until there are none; then it is
 *   destroyed.
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
  /** How many values processes have sealed with it or may still seal; known for data keys only. */
  readonly sealsReserved: number | undefined
  /** New hashes and seals are made with it. */
  readonly isCurrent: boolean
}

/** The progress of a rotation. */
export interface RotationProgress {
  readonly purpose: KeyPurpose
  /**
   * - WAITING: until every process must have noticed the last step.
   * - WORKING: values are re-encrypted or rehashed, row by row.
   * - DONE: everything new is made with the new key, and nothing is left to be moved to it.
   */
  readonly stage: 'WAITING' | 'WORKING' | 'DONE'
  /** The target key of the rotation. */
  readonly keyId: string
  /** Rows that the current pass has processed, of about how many. */
  readonly walked: number
  readonly total: number
  /** Values that it has re-encrypted or rehashed. */
  readonly changed: number
  /** Values that could not be opened; they stay as they are, and prevent the destruction of their key. */
  readonly failed: number
  /** When a process last worked on it. */
  readonly workedAt: Date | undefined
}

/** The operator's actions on keys. */
export interface KeyAdministration {
  /** By purpose, oldest first. */
  listKeys(): Promise<readonly KeySummary[]>
  /** How many stored hashes and sealed values name each key. Reads everything, so it may take a while. */
  countKeyUses(): Promise<ReadonlyMap<string, number>>
  /**
   * Creates a new key; existing values stay usable all the time. Undefined when the last rotation of this purpose has
   * not come far enough yet.
   */
  rotate(
    purpose: KeyPurpose,
    actor: string,
  ): Promise<{ readonly keyId: string; readonly previousKeyId: string } | undefined>
  progressOf(purpose: KeyPurpose): Promise<RotationProgress>
  /** Continues the rotations under way, for about so long; one process at a time does. */
  workOnRotations(budgetMs: number): Promise<'WORKED' | 'NOTHING_TO_DO' | 'LOCKED_ELSEWHERE'>
  /** Re-encrypts every key under another key-encryption key, in one unit of work; returns how many. */
  rewrap(encryption: KeyEncryption, actor: string): Promise<number>
}
