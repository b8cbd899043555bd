// Contracts with what they accept for compatibility. A row that a contract has is never replaced or made narrower.

import type { GroupRow, Row, Rows } from '../row.ts'
import type { AddedForm, AddedRow, CompatibilityRow, ExtensibleContract } from './compatibility-row.ts'

type Contracts = Readonly<Record<number, ExtensibleContract>>

/** The contracts of an operation with what each accepts in addition, by the first version that each holds for. */
export function acceptingCompatibility<C extends Contracts>(
  name: string,
  contracts: C,
  { table, served }: { readonly table: readonly CompatibilityRow[]; readonly served: ServedVersions },
): C {
  const rows = table.filter(({ operations }) => operations.some((each) => each === name))
  if (rows.length === 0) return contracts
  const own = Object.keys(contracts).map(Number)
  const oldest = Math.min(...own)
  const bounds = rows.flatMap(({ versions: [first, last] }) => [first, last + 1])
  const candidates = [...new Set([served.oldest, ...own, ...bounds])]
    .filter((version) => version <= served.newest)
    .toSorted((a, b) => a - b)
  const steps = candidates.map((version): Step => {
    const base = contracts[Math.max(oldest, ...own.filter((each) => each <= version))]
    if (!base) throw new Error(`operation ${name} has no contract`)
    return {
      version,
      base,
      accepted: rows.filter(({ versions: [first, last] }) => first <= version && version <= last),
    }
  })
  const changes = steps.filter((step, index) => !isSame(steps[index - 1], step))
  const [first, second] = changes
  // The oldest contract also serves the versions before it, and keeps its number where all of them are alike.
  const isOldest = first !== undefined && (second === undefined || second.version > oldest)
  return Object.fromEntries(
    changes.map((step) => [isOldest && step === first ? oldest : step.version, extended(step)]),
  ) as unknown as C
}

interface ServedVersions {
  readonly oldest: number
  readonly newest: number
}

interface Step {
  readonly version: number
  readonly base: ExtensibleContract
  readonly accepted: readonly CompatibilityRow[]
}

function isSame(before: Step | undefined, { base, accepted }: Step): boolean {
  if (before?.base !== base || before.accepted.length !== accepted.length) return false
  return accepted.every((row, index) => row === before.accepted[index])
}

function extended({ base, accepted }: Step): ExtensibleContract {
  const contract = { ...base }
  const olderPlaces = []
  const emptyTexts = []
  for (const row of accepted) {
    if (row.kind === 'PLACE') olderPlaces.push(row)
    else if (row.kind === 'EMPTY') emptyTexts.push(row)
    else if (row.side === 'answer') contract.answer = changed(contract.answer, row, row.path.split('.'))
    else contract.request = changed(contract.request, row, row.path.split('.'))
  }
  const alsoAccepted = accepted.filter(({ side }) => side === 'request')
  return {
    ...contract,
    ...(olderPlaces.length > 0 && { olderPlaces }),
    ...(emptyTexts.length > 0 && { emptyTexts }),
    ...(alsoAccepted.length > 0 && { alsoAccepted }),
  }
}

/** Operations share most of their groups: each is changed once, and shared as before. */
const changedRows = new WeakMap<Rows, Map<CompatibilityRow, Rows>>()

function changed(rows: Rows, row: AddedRow | AddedForm, path: readonly string[]): Rows {
  const known = changedRows.get(rows)?.get(row)
  if (known) return known
  const made = change(rows, row, path)
  changedRows.set(rows, (changedRows.get(rows) ?? new Map()).set(row, made))
  return made
}

function change(rows: Rows, row: AddedRow | AddedForm, [step = '', ...rest]: readonly string[]): Rows {
  const name = step.replace(/\[n\]$/, '')
  const present = rows[name]
  if (rest.length > 0) return { ...rows, [name]: changedInside(present, row, rest) }
  if (row.kind === 'ROW') return present ? rows : withRow(rows, name, { ...row.row, isCompatibility: true })
  if (present?.kind !== 'FIELD') throw new Error(`there is no field ${row.path}`)
  return { ...rows, [name]: row.form(present) }
}

function changedInside(present: Row | undefined, row: AddedRow | AddedForm, rest: readonly string[]): Row {
  if (present?.kind === 'GROUP') return { ...present, rows: changed(present.rows, row, rest) }
  if (present?.kind === 'LIST' && present.item.kind === 'GROUP') {
    const item: GroupRow = { ...present.item, rows: changed(present.item.rows, row, rest) }
    return { ...present, item }
  }
  throw new Error(`there is no group for ${row.path}`)
}

/** In alphabetical order, as the tables have it. */
function withRow(rows: Rows, name: string, row: Row): Rows {
  const entries = Object.entries(rows)
  const at = entries.findIndex(([each]) => each > name)
  return Object.fromEntries(entries.toSpliced(at < 0 ? entries.length : at, 0, [name, row]))
}
