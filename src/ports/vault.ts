// Keeps keys, and does with them what must not be done elsewhere.

/** A keyed hash names its key, so that keys can rotate while old hashes stay comparable. */
export interface KeyedHash {
  readonly keyId: string
  readonly hash: Buffer
}

/** A sealed value names its key, so that keys can rotate while old values still open. */
export interface Sealed {
  readonly keyId: string
  readonly sealed: Buffer
}

/** What a keyed hash is for; each purpose has keys of its own, which rotate apart. */
export const hashPurposes = ['PASSWORD', 'ACCOUNT', 'REQUEST'] as const
export type HashPurpose = (typeof hashPurposes)[number]

/** What a key is for: one kind of keyed hash, or sealing (DATA). */
export type KeyPurpose = HashPurpose | 'DATA'

export interface Vault {
  /** Hashes under the current key of the purpose, or under the named one to compare with an older hash. */
  keyedHash(purpose: HashPurpose, text: string, keyId?: string): KeyedHash
  /** Compares in constant time. */
  matches(purpose: HashPurpose, text: string, stored: KeyedHash): boolean
  /** Seals under the current data key. Everything that says where the value belongs (merchant, table, row, field) is
   * bound to it, and has to be said again to open it. Never waits; throws when the database could not be asked for
   * permission to seal for so long that what had been reserved is used up. */
  seal(clear: string, belongsTo: readonly string[]): Sealed
  /** Throws when the value was altered or belongs elsewhere. May look for a key that another process has just made. */
  open(sealed: Sealed, belongsTo: readonly string[]): Promise<string>
}

/** A key as an operator may see it: everything but the key. */
export interface KeySummary {
  readonly keyId: string
  readonly purpose: string
  readonly createdAt: Date
  /** How many values processes have sealed with it or may still seal; known of data keys only. */
  readonly sealsReserved: number | undefined
  /** New hashes and seals are made with it. */
  readonly isCurrent: boolean
}

/** What the operator does with keys. */
export interface KeyAdministration {
  /** By purpose, oldest first. */
  listKeys(): Promise<readonly KeySummary[]>
  /** Makes a new current data key. What is sealed stays readable; running gateways follow within five seconds. */
  rotateDataKey(): Promise<{ readonly keyId: string; readonly previousKeyId: string | undefined }>
}
