// A keyed hash, and the key it was computed with.

/** A keyed hash names its key: keys can rotate while old hashes stay comparable. */
export interface KeyedHash {
  readonly keyId: string
  readonly hash: Buffer
}
