// One line of a reference table: a group or field with what each step of the operation says of it.
import {
  entriesOf,
  isHolder,
  presenceText,
  type ReferenceEntry,
  ruleText,
  valueRowOf,
} from '../../src/contract/fields.ts'
import { type Contract, type Operation, versions } from '../../src/contract/operation.ts'

export type Side = 'request' | 'response'

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
    nearest: side === 'response' ? field?.nearest : undefined,
    joinedWith: side === 'response' ? field?.joinedWith : undefined,
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

// The contracts of an operation as steps: each holds from its version up to the one before the next.

export interface Step {
  readonly from: number
  readonly to: number
  readonly contract: Contract
}

/** Oldest first. The oldest contract also serves the versions before it. */
export function stepsOf(operation: Operation): readonly Step[] {
  const numbers = contractVersions(operation)
  return numbers.flatMap((number, index): Step[] => {
    const contract = operation.versions[number]
    const next = numbers[index + 1]
    const from = index === 0 ? versions.oldest : number
    return contract ? [{ from, to: next === undefined ? versions.newest : next - 1, contract }] : []
  })
}

/** The numbers that have a contract of their own. */
export function contractVersions({ versions: contracts }: Operation): readonly number[] {
  return Object.keys(contracts)
    .map(Number)
    .toSorted((a, b) => a - b)
}

/** Neighbouring steps with the same thing to say. */
export interface Run<T> {
  readonly first: number
  readonly last: number
  readonly value: T
}

/** Values step by step, made into runs; steps without a value are left out. */
export function runsOf<T>(values: readonly (T | undefined)[], isSame: (a: T, b: T) => boolean): readonly Run<T>[] {
  const runs: Run<T>[] = []
  for (const [index, value] of values.entries()) {
    if (value === undefined) continue
    const open = runs.at(-1)
    if (open && open.last === index - 1 && isSame(open.value, value)) runs[runs.length - 1] = { ...open, last: index }
    else runs.push({ first: index, last: index, value })
  }
  return runs
}

/** "all", "from 50", "15-29" or "100". */
export function spanText(steps: readonly Step[], { first, last }: { first: number; last: number }): string {
  const from = steps[first]?.from ?? versions.oldest
  const to = steps[last]?.to ?? versions.newest
  if (from === versions.oldest && to === versions.newest) return 'all'
  if (to === versions.newest) return `from ${from}`
  return from === to ? `${from}` : `${from}-${to}`
}
