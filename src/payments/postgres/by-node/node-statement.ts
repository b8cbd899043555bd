// Statements that name their merchants as a parameter of its own, $1: a distributed database finds the shards by it, and when
// one node has them all, the statement runs and is committed there without any other. Several rows are passed as arrays, or as
// rows of VALUES where they are inserted, because an insertion from arrays would not be sent to where the rows belong.
import type { QueryConfig } from 'pg'
import type { TransactionKey } from '../../ports/transactions.ts'
import { arrayText } from '../money-statements.ts'
import type { PassedColumn } from '../order-rows.ts'

export interface NodeStatement<Row> {
  /** Its text for this many rows, which is the same for every number unless it inserts. */
  text(count: number): string
  of(rows: readonly Row[]): QueryConfig
}

interface OfMerchant {
  readonly key: Pick<TransactionKey, 'merchantId'>
}

/**
 * `columns` are passed as arrays; `write` is the statement over the rows `g`, which have a merchant_id besides. JSON that may
 * be absent has the type 'optional json': a cast in the statement would be a function that not every node may call beside
 * columns.
 */
export function rowsOnNode<Row extends OfMerchant>(
  name: string,
  columns: Readonly<Record<string, PassedColumn<Row>>>,
  write: (rows: string) => string,
): NodeStatement<Row> {
  const entries = Object.entries<PassedColumn<Row>>({ merchant_id: ['text', ({ key }) => key.merchantId], ...columns })
  const functions = entries.map(([, [type]], index) =>
    type === 'json'
      ? `json_array_elements($${index + 2}::json)`
      : `unnest($${index + 2}::${type === 'optional json' ? 'json' : type}[])`,
  )
  const names = entries.map(([column]) => column).join(', ')
  const text = write(`rows from (${functions.join(', ')}) as g(${names})`)
  return {
    text: () => text,
    of: (rows) => ({
      name,
      text,
      values: [merchantsOf(rows), ...entries.map(([, [type, value]]) => arrayText(type, rows, value))],
    }),
  }
}

export function merchantsOf(rows: readonly OfMerchant[]): string {
  return arrayText('text', [...new Set(rows.map(({ key }) => key.merchantId))], (merchantId) => merchantId)
}

/** A table's rows of the merchants that the statement names. */
export const ofMerchants = (table: string) => `${table}.merchant_id = any ($1::text[])`

/** The row of `g` in a table: its order. */
export const isOrderOfRow = (table: string) =>
  `${ofMerchants(table)} and ${table}.merchant_id = g.merchant_id and ${table}.order_id = g.order_id`

/** And its transaction. */
export const isTransactionOfRow = (table: string) =>
  `${isOrderOfRow(table)} and ${table}.transaction_id = g.transaction_id`

/** `insert into <into> (...) values (...), ... <rest>`, with a name for each number of rows; the first column is the merchant. */
export function insertionOnNode<Row>(
  name: string,
  into: string,
  columns: Readonly<{ merchant_id: (row: Row) => string } & Record<string, (row: Row) => unknown>>,
  rest = '',
): NodeStatement<Row> {
  const entries = Object.entries(columns)
  const start = `insert into ${into} (${entries.map(([column]) => column).join(', ')}) values `
  const texts = new Map<number, string>()
  const text = (count: number) => {
    const existing = texts.get(count)
    if (existing !== undefined) return existing
    const row = (index: number) =>
      `(${entries.map((_, column) => `$${index * entries.length + column + 1}`).join(', ')})`
    const made = `${start}${Array.from({ length: count }, (_, index) => row(index)).join(', ')} ${rest}`
    texts.set(count, made)
    return made
  }
  return {
    text,
    of: (rows) => ({
      name: `${name}-${rows.length}`,
      text: text(rows.length),
      values: rows.flatMap((row) => entries.map(([, value]) => value(row))),
    }),
  }
}
