// A check across fields of one request. It sees the canonical shape and names fields by their canonical paths.
import type { Rejection } from '../domain/rejection.ts'
import type { CanonicalObject } from './row.ts'

export interface ContractRule {
  readonly name: string
  /** One sentence for the reference. */
  readonly says: string
  readonly check: (request: CanonicalObject) => Rejection | undefined
}
