// Checks across fields of one request, and values that follow from its other fields. Both see the canonical shape and name fields
// by their canonical paths.
import type { Rejection } from '../../kernel/rejection.ts'
import type { CanonicalObject } from '../row.ts'

export interface ContractRule {
  readonly name: string
  /** One sentence for the reference. */
  readonly says: string
  readonly check: (request: CanonicalObject) => Rejection | undefined
}

export interface Derivation {
  readonly name: string
  /** One sentence for the reference. */
  readonly says: string
  /** The request with what follows from it. What was sent is never changed. */
  readonly derive: (request: CanonicalObject) => CanonicalObject
}
