// The rows of a contract as the page shows them: groups and fields in table order, each with what a reader asks.

import {
  entriesOf,
  isHolder,
  presenceText,
  type ReferenceEntry,
  ruleText,
  valueRowOf,
} from '../contract/reference/reference.ts'
import type { Row, Rows } from '../contract/row.ts'
import { omitUndefined } from '../kernel/omit-undefined.ts'

export type RowSide = 'request' | 'answer'

export interface DescribedRow {
  readonly kind: 'FIELD' | 'GROUP' | 'LIST'
  readonly name: string
  readonly presence: string
  readonly type?: string
  readonly bounds?: string
  /** The listed values of an enumeration, in place of bounds. */
  readonly values?: readonly string[]
  readonly default?: unknown
  /** What kind of secret the value is; such a value is masked in answers and in no log. */
  readonly secret?: string
  /** The page in docs that gives the reason for our choice: `choices`, or a record such as `adr/0021`. */
  readonly decided?: string
  /** Accepted for compatibility, beyond the specification. */
  readonly isAlsoAccepted?: true
  readonly description?: string
}

export function describedRows(rows: Rows, side: RowSide): readonly DescribedRow[] {
  return [...entriesOf(rows)].map((entry) => ({
    kind: kindOf(entry.row),
    name: entry.name,
    presence: presenceText(entry, side),
    ...ruleOf(entry),
    ...(entry.row.decided && { decided: entry.row.decided }),
    ...(entry.row.isCompatibility && { isAlsoAccepted: true as const }),
  }))
}

function kindOf(row: Row): DescribedRow['kind'] {
  if (!isHolder(row)) return 'FIELD'
  return row.kind === 'LIST' ? 'LIST' : 'GROUP'
}

function ruleOf(entry: ReferenceEntry): Partial<DescribedRow> {
  const valueRow = valueRowOf(entry.row)
  if (isHolder(entry.row) || !valueRow) return {}
  const { type, bounds } = ruleText(entry)
  const value = valueRow.kind === 'MAP' ? valueRow.value : valueRow
  const { values } = value.type
  return {
    type,
    ...(values && valueRow.kind === 'FIELD' ? { values } : { bounds }),
    ...omitUndefined({ default: value.default }),
    ...(value.secret && { secret: value.secret }),
  }
}
