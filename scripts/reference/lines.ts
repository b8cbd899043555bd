// One line of a reference table: a group or field with what each step of the operation says of it.
import {
  entriesOf,
  isHolder,
  presenceText,
  type ReferenceEntry,
  ruleText,
  valueRowOf,
} from '../../src/contract/reference/reference.ts'
import type { Step } from './steps.ts'

export type Side = 'request' | 'answer'

/** What one step says. */
export interface State {
  readonly isHolder: boolean
  readonly type: string
  readonly bounds: string
  /** The listed values of an enumeration. */
  readonly values: readonly string[] | undefined
  readonly presence: string
  readonly default: unknown
  readonly secret: string | undefined
  readonly canonical: string | undefined
  readonly decided: string | undefined
  /** What unlisted values read as. */
  readonly nearest: Readonly<Record<string, string>> | undefined
  readonly joinedWith: string | undefined
}

export interface Line {
  readonly name: string
  /** One for each step, undefined where the step does not have it. */
  readonly states: readonly (State | undefined)[]
}

export function linesOf(steps: readonly Step[], side: Side): readonly Line[] {
  const tables = steps.map(
    ({ contract }) => new Map([...entriesOf(contract[side])].map((entry) => [entry.name, stateOf(entry, side)])),
  )
  return mergedOrder(tables.map((table) => [...table.keys()])).map((name) => ({
    name,
    states: tables.map((table) => table.get(name)),
  }))
}

function stateOf(entry: ReferenceEntry, side: Side): State {
  const row = valueRowOf(entry.row)
  const field = row?.kind === 'FIELD' ? row : undefined
  return {
    isHolder: isHolder(entry.row),
    ...ruleText(entry),
    values: field?.type.values,
    presence: presenceText(entry, side),
    default: side === 'request' ? field?.default : undefined,
    secret: field?.secret,
    canonical: entry.row.canonical,
    decided: entry.row.decided ?? row?.decided,
    nearest: side === 'answer' ? field?.nearest : undefined,
    joinedWith: side === 'answer' ? field?.joinedWith : undefined,
  }
}

/** The newest table's order; what only older tables have stands behind the name it followed there. */
export function mergedOrder(tables: readonly (readonly string[])[]): readonly string[] {
  const [newest = [], ...older] = tables.toReversed()
  const merged = [...newest]
  for (const table of older) {
    for (const [index, name] of table.entries()) {
      if (merged.includes(name)) continue
      const before = table[index - 1]
      merged.splice(before === undefined ? 0 : merged.indexOf(before) + 1, 0, name)
    }
  }
  return merged
}
