// Keeps keys, and does with them what must not be done elsewhere.

/** A keyed hash names its key, so that keys can rotate while old hashes stay comparable. */
export interface KeyedHash {
  readonly keyId: string
  readonly hash: Buffer
}

/** What a keyed hash is for; each purpose has keys of its own, which rotate apart. */
export const hashPurposes = ['PASSWORD', 'ACCOUNT', 'REQUEST'] as const
export type HashPurpose = (typeof hashPurposes)[number]

export interface Vault {
  /** Hashes under the current key of the purpose, or under the named one to compare with an older hash. */
  keyedHash(purpose: HashPurpose, text: string, keyId?: string): KeyedHash
  /** Compares in constant time. */
  matches(purpose: HashPurpose, text: string, stored: KeyedHash): boolean
}
