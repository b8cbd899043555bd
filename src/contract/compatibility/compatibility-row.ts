// What clients send beyond the specification, as rows: what is accepted, by which operations and versions, and why.
import type { FieldRow, Row, Rows } from '../row.ts'

/** The part of a contract that compatibility adds to. */
export interface ExtensibleContract {
  readonly request: Rows
  readonly answer: Rows
  readonly olderPlaces?: readonly OlderPlace[]
  readonly emptyTexts?: readonly EmptyText[]
  readonly alsoAccepted?: readonly CompatibilityRow[]
}

interface CompatibilityScope {
  readonly operations: readonly string[]
  /** The first and the last version. */
  readonly versions: readonly [first: number, last: number]
  /** Dotted, as the contract writes it; `item[n]` enters the items of a list. */
  readonly path: string
  /** One sentence for the reference: what is accepted, and how it is understood. */
  readonly purpose: string
}

/** A row for contracts that do not have it. One that they have stays as it is. */
export interface AddedRow extends CompatibilityScope {
  readonly kind: 'ROW'
  readonly side: 'request' | 'answer'
  readonly row: Row
}

/** Another form of the values of a row that contracts have, within the same bounds. */
export interface AddedForm extends CompatibilityScope {
  readonly kind: 'FORM'
  readonly side: 'request'
  readonly form: (row: FieldRow) => FieldRow
}

/** An older place of a value whose row is elsewhere, and may be required there. */
export interface OlderPlace extends CompatibilityScope {
  readonly kind: 'PLACE'
  readonly side: 'request'
  /** Where the contract has its row. */
  readonly movesTo: string
  /** There, clients send the digits of an integer as text, too. */
  readonly takesDigits?: true
}

/** An empty text of an optional field, which counts as absent. */
export interface EmptyText extends CompatibilityScope {
  readonly kind: 'EMPTY'
  readonly side: 'request'
}

export type CompatibilityRow = AddedRow | AddedForm | OlderPlace | EmptyText
