// The contracts of an operation as steps: each holds from its version up to the one before the next.
import { type Contract, type Operation, versions } from '../../src/contract/operation.ts'

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
