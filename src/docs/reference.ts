// What the interactive reference shows of one version: every operation with its fields, changes and an example.
import { setImmediate as letOthersGo } from 'node:timers/promises'
import { errorRows } from '../contract/groups/call.ts'
import { contractFor, type Operation, type OperationName, versions } from '../contract/operation.ts'
import { exampleFor } from '../contract/reference/examples.ts'
import { descriptionOf } from '../contract/reference/field-descriptions.ts'
import { merchantIdRow } from '../contract/routes.ts'
import type { Row } from '../contract/row.ts'
import { catalogue, nameValueExample } from '../requests/index.ts'
import { guideList } from './guides.ts'
import {
  changedVersions,
  contractVersionFor,
  type DescribedRow,
  describedRows,
  type RowSide,
  type SideHistory,
  sideHistoryOf,
} from './history.ts'
import { operationGroupOf, operationGroups } from './operation-groups.ts'

export async function referenceDocument(version: number, gatewayVersion: string): Promise<object> {
  const table = new RowTable()
  const operations = []
  for (const operation of catalogue) {
    operations.push(describedOperation(operation, version, table))
    // Thousands of rows take a while to describe, and payments do not wait for readers.
    await letOthersGo()
  }
  return {
    version,
    gatewayVersion,
    versions,
    /** Versions in which at least one operation changed. */
    steps: [...new Set(catalogue.flatMap(changedVersions))].toSorted((a, b) => a - b),
    themes: operationGroups
      .map((title) => ({ title, operations: inThemeOrder(title) }))
      .filter((theme) => theme.operations.length > 0),
    operations,
    error: describedRows(errorRows, 'response').map((row) => ({ row: table.indexOf(withDescription(row)) })),
    rows: table.rows,
    guides: guideList,
  }
}

/** In the order of the table of themes, not the catalogue's. */
function inThemeOrder(title: string): readonly string[] {
  const names = Object.entries(operationGroupOf).flatMap(([name, theme]) => (theme === title ? [name] : []))
  return names.filter((name) => catalogue.some((operation) => operation.name === name))
}

function describedOperation(operation: Operation, version: number, table: RowTable): object {
  const { name, route } = operation
  const step = contractVersionFor(operation, version)
  const { rules = [], alsoAccepted = [] } = contractFor(operation, version)
  const ids = Object.entries(route.ids).map(([id, { row }]) => describedId(id, row))
  const { request, response } = sidesOf(operation, step)
  return {
    name,
    purpose: descriptionOf(name) ?? '',
    methods: route.methods,
    path: `/api/rest/version/${version}/merchant/{merchantId}${route.path.replace(/:(\w+)/g, '{$1}')}`,
    byApiOperation: route.byApiOperation,
    ids: [describedId('merchantId', merchantIdRow), ...ids],
    steps: changedVersions(operation),
    step,
    rules: rules.map(({ says }) => says),
    alsoAccepted: alsoAccepted.map(({ path, versions, purpose }) => ({ name: path, versions, why: purpose })),
    request: table.withIndexes(request),
    answer: table.withIndexes(response),
    example: exampleFor(name, version),
    nameValues: nameValueExample(operation, version),
  }
}

function describedId(name: string, row: Row): object {
  return { name, ...(row.kind === 'FIELD' && { type: row.type.name, bounds: row.type.bounds }) }
}

type Sides = Readonly<Record<RowSide, SideHistory>>

/** Most versions share their contracts with others, so descriptions are cached. */
const describedSides = new WeakMap<Operation, Map<number, Sides>>()

function sidesOf(operation: Operation, step: number): Sides {
  const bySteps = describedSides.get(operation) ?? new Map<number, Sides>()
  describedSides.set(operation, bySteps)
  const sides = bySteps.get(step) ?? {
    request: withDescriptions(sideHistoryOf(operation, step, 'request'), operation),
    response: withDescriptions(sideHistoryOf(operation, step, 'response'), operation),
  }
  bySteps.set(step, sides)
  return sides
}

function withDescriptions({ rows, removed }: SideHistory, { name }: Operation): SideHistory {
  return {
    removed,
    rows: rows.map((each) => ({ ...each, row: oneOf(withDescription(each.row, name)) })),
  }
}

function withDescription(row: DescribedRow, operation?: OperationName): DescribedRow {
  const description = descriptionOf(row.name, operation)
  return { ...row, description }
}

const knownRows = new Map<string, DescribedRow>()

/** Always the same object for the same content. */
function oneOf(row: DescribedRow): DescribedRow {
  const key = JSON.stringify(row)
  const known = knownRows.get(key) ?? row
  knownRows.set(key, known)
  return known
}

/** Operations share most of their rows: each different one is written once, and operations name it by its index. */
class RowTable {
  readonly rows: DescribedRow[] = []
  readonly #indexes = new Map<DescribedRow, number>()

  withIndexes({ rows, removed }: SideHistory): object {
    return { rows: rows.map((each) => ({ ...each, row: this.indexOf(each.row) })), removed }
  }

  indexOf(row: DescribedRow): number {
    const known = this.#indexes.get(row)
    if (known !== undefined) return known
    this.#indexes.set(row, this.rows.length)
    return this.rows.push(row) - 1
  }
}
