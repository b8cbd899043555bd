// The rows of an operation as the reference shows them, and how each changed from one version to the next.
import { entriesOf, isHolder, presenceText, type ReferenceEntry, ruleText, valueRowOf } from '../contract/fields.ts'
import { contractFor, type Operation } from '../contract/operation.ts'
import type { Row, Rows } from '../contract/row.ts'

export type RowSide = 'request' | 'response'

export interface DescribedRow {
  readonly kind: 'FIELD' | 'GROUP' | 'LIST'
  readonly name: string
  readonly presence: string
  readonly type?: string | undefined
  readonly bounds?: string | undefined
  /** The listed values of an enumeration, in place of bounds. */
  readonly values?: readonly string[] | undefined
  readonly default?: unknown | undefined
  /** What kind of secret the value is; such a value is masked in answers and in no log. */
  readonly secret?: string | undefined
  /** The page in docs that gives the reason for our choice: `choices`, or a record such as `adr/0021`. */
  readonly decided?: string | undefined
  /** Accepted for compatibility, beyond the specification. */
  readonly isAlsoAccepted?: true | undefined
  readonly description?: string | undefined
}

/** The rows of a contract as the page shows them: groups and fields in table order, each with what a reader asks. */
export function describedRows(rows: Rows, side: RowSide): readonly DescribedRow[] {
  return [...entriesOf(rows)].map((entry) => ({
    kind: kindOf(entry.row),
    name: entry.name,
    presence: presenceText(entry, side),
    ...typeAndLimits(entry),
    decided: entry.row.decided,
    isAlsoAccepted: entry.row.isCompatibility,
  }))
}

function kindOf(row: Row): DescribedRow['kind'] {
  if (!isHolder(row)) return 'FIELD'
  return row.kind === 'LIST' ? 'LIST' : 'GROUP'
}

function typeAndLimits(entry: ReferenceEntry): Partial<DescribedRow> {
  const valueRow = valueRowOf(entry.row)
  if (isHolder(entry.row) || !valueRow) return {}
  const { type, bounds } = ruleText(entry)
  const value = valueRow.kind === 'MAP' ? valueRow.value : valueRow
  const { values } = value.type
  return {
    type,
    ...(values && valueRow.kind === 'FIELD' ? { values } : { bounds }),
    default: value.default,
    secret: value.secret,
  }
}

/** What of a row can change without the row being another one. */
type RowRule = Pick<DescribedRow, 'type' | 'bounds' | 'values' | 'presence' | 'default'>

interface RowHistory {
  readonly row: DescribedRow
  /** The first version that has the row without a gap up to now; absent when the operation's oldest one has it. */
  readonly since?: number | undefined
  /** The last version that has it. */
  readonly until?: number | undefined
  /** The rule of the step before, when it was another. */
  readonly before?: RowRule | undefined
}

export interface SideHistory {
  readonly rows: readonly RowHistory[]
  /** Fields that the step before had. */
  readonly removed: readonly string[]
}

/** The versions that changed the operation, oldest first. */
export function changedVersions(operation: Operation): readonly number[] {
  return Object.keys(operation.versions)
    .map(Number)
    .toSorted((a, b) => a - b)
}

/** The step whose contract a version uses. */
export function contractVersionFor(operation: Operation, version: number): number {
  const contract = contractFor(operation, version)
  const step = changedVersions(operation).find((number) => operation.versions[number] === contract)
  if (step === undefined) throw new Error(`operation ${operation.name} has no contract for version ${version}`)
  return step
}

export function sideHistoryOf(operation: Operation, step: number, side: RowSide): SideHistory {
  const steps = changedVersions(operation)
  const tables = steps.map((number) => tableOf(operation, number, side))
  const at = steps.indexOf(step)
  const [here = new Map<string, DescribedRow>(), previous, next] = [tables[at], tables[at - 1], tables[at + 1]]
  const rows = [...here.values()].map((row): RowHistory => {
    const first = firstWithoutGap(tables, at, row.name)
    const since = first === 0 ? undefined : steps[first]
    const before = previous?.get(row.name)
    const nextStep = steps[at + 1]
    return {
      row,
      since,
      until: next && nextStep !== undefined && !next.has(row.name) ? nextStep - 1 : undefined,
      before: before && !isSameRule(before, row) ? ruleOf(before) : undefined,
    }
  })
  const removed = [...(previous?.values() ?? [])].filter(({ kind, name }) => kind === 'FIELD' && !here.has(name))
  return { rows, removed: removed.map(({ name }) => name) }
}

type Table = ReadonlyMap<string, DescribedRow>

/** Many contracts have the same rows; each table is made once. */
const tablesOfRows: Readonly<Record<RowSide, WeakMap<Rows, Table>>> = {
  request: new WeakMap(),
  response: new WeakMap(),
}

function tableOf(operation: Operation, step: number, side: RowSide): Table {
  const rows = operation.versions[step]?.[side] ?? {}
  const known = tablesOfRows[side].get(rows)
  if (known) return known
  const table = new Map(describedRows(rows, side).map((row) => [row.name, row]))
  tablesOfRows[side].set(rows, table)
  return table
}

function firstWithoutGap(tables: readonly Table[], at: number, name: string): number {
  let first = at
  while (first > 0 && tables[first - 1]?.has(name)) first -= 1
  return first
}

function ruleOf({ type, bounds, values, presence, default: value }: DescribedRow): RowRule {
  return { presence, type, bounds, values, default: value }
}

function isSameRule(a: DescribedRow, b: DescribedRow): boolean {
  return JSON.stringify(ruleOf(a)) === JSON.stringify(ruleOf(b))
}
