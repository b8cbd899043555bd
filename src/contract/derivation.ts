// A value that follows from other fields of the same request: a default that no single row can know.
import type { CanonicalObject } from './row.ts'

export interface Derivation {
  readonly name: string
  /** One sentence for the reference. */
  readonly says: string
  /** The request with what follows from it. What was sent is never changed. */
  readonly derive: (request: CanonicalObject) => CanonicalObject
}
