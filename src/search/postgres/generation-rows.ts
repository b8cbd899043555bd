// How the rows of one generation of the projection are written: those that are new, and those that have changed.

import type { QueryConfig } from 'pg'
import { rowStatement } from '../../payments/index.ts'

/** The type in which a value is passed, where it comes from, and the column's type if that is another. */
type ProjectedColumn<Row> = readonly [type: string, value: (row: Row) => unknown, castTo?: string]
export type Columns<Row> = Readonly<Record<string, ProjectedColumn<Row>>>

export interface ProjectionGeneration {
  readonly merchantId: string
  readonly generation: number
}

type GenerationRow<Row> = Row & { readonly at: ProjectionGeneration }

type GenerationStatement<Row> = (rows: readonly Row[], at: ProjectionGeneration) => QueryConfig

/** Rows of one merchant's generation; existing rows with the same key are replaced, or added to. */
export function generationStatement<Row>(
  table: string,
  columns: Columns<Row>,
  key: readonly string[],
  change: (column: string) => string = (column) => `excluded.${column}`,
): GenerationStatement<Row> {
  const names = Object.keys(columns)
  const changes = names.filter((name) => !key.includes(name)).map((name) => `${name} = ${change(name)}`)
  return insertion(
    `write-${table}`,
    table,
    columns,
    `on conflict (merchant_id, generation, ${key.join(', ')}) do update set ${changes.join(', ')}`,
  )
}

export function insertion<Row>(
  name: string,
  table: string,
  columns: Columns<Row>,
  onConflict: string,
): GenerationStatement<Row> {
  const placed: Columns<GenerationRow<Row>> = {
    merchant_id: ['text', ({ at }) => at.merchantId],
    generation: ['integer', ({ at }) => at.generation],
    ...columns,
  }
  const names = Object.keys(placed).join(', ')
  const values = Object.entries(placed).map(([column, [, , castTo]]) => column + (castTo ? `::${castTo}` : ''))
  const passed = Object.fromEntries(
    Object.entries(placed).map(([column, [type, value]]) => [column, [type, value] as const]),
  )
  const statement = rowStatement<GenerationRow<Row>>(
    name,
    passed,
    (input) => `with ${input}
insert into ${table} (${names}) select ${values.join(', ')} from given ${onConflict}`,
  )
  return (rows: readonly Row[], at: ProjectionGeneration) => statement.of(rows.map((row) => ({ ...row, at })))
}
