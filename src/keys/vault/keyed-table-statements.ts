// The statements that scan a place, built from its row in the list of places.
import { type KeyColumn, type KeyedTable, namingColumns, type SealedColumns } from './keyed-tables.ts'

const keyNames = ({ key }: KeyedTable, prefix = '') => key.map(({ name }) => `${prefix}${name}`).join(', ')

function asText({ name, type }: KeyColumn): string {
  return type === 'bytea' ? `encode(${name}, 'hex')` : `${name}::text`
}

function fromText({ type }: KeyColumn, parameter: string): string {
  return type === 'bytea' ? `decode(${parameter}, 'hex')` : `${parameter}::${type}`
}

/** The row key that a parameter holds. */
const given = ({ key }: KeyedTable, parameter: string) =>
  key.map((column, index) => fromText(column, `(${parameter}::text[])[${index + 1}]`)).join(', ')

/** After the row key $1; at the beginning, where it is null, all rows are. */
const isAfter = (table: KeyedTable, isFirst: boolean) =>
  isFirst ? '$1::text[] is null' : `(${keyNames(table)}) > (${given(table, '$1')})`

const rowKey = ({ key }: KeyedTable) => `array[${key.map(asText).join(', ')}]`
const orderDown = ({ key }: KeyedTable) => key.map(({ name }) => `${name} desc`).join(', ')

/** How many rows the next page has ($2 at most), where it ends, and which keys it names. */
export function scanPageStatement(table: KeyedTable, { isFirst }: { isFirst: boolean }): string {
  const columns = namingColumns(table)
  const others = columns.filter((name) => !table.key.some((column) => column.name === name))
  return `with page as materialized (
      select ${[keyNames(table), ...others].join(', ')} from ${table.table}
      where ${isAfter(table, isFirst)} order by ${keyNames(table)} limit $2)
    select (select count(*)::int from page) as walked,
      (select ${rowKey(table)} from page order by ${orderDown(table)} limit 1) as last,
      array(select distinct named from page, unnest(array[${columns.join(', ')}]::text[]) named where named is not null) as named`
}

/** The values of the page that ends with the row key $2 which are sealed under one of the keys $3. */
export function sealedStatement(
  table: KeyedTable,
  { keyId, sealed }: SealedColumns,
  { isFirst }: { isFirst: boolean },
) {
  return `select ${rowKey(table)} as row, ${keyId} as key_id, ${sealed} as sealed from ${table.table}
    where ${isAfter(table, isFirst)} and (${keyNames(table)}) <= (${given(table, '$2')}) and ${keyId} = any($3)
    order by ${keyNames(table)}`
}

/**
 * Writes new seals of one owner: the first column of the key is $1, the others are arrays, then old value, new key and new
 * value; where the old ones still are. Rows
 * that a payment is changing are skipped, which avoids deadlocks; the next scan processes them.
 */
export function resealStatement(table: KeyedTable, { keyId, sealed }: SealedColumns): string {
  const [owner, ...others] = table.key
  const [old, newKey, fresh] = [1, 2, 3].map((offset) => `$${table.key.length + offset}`)
  const arrays = others.map(({ type }, index) => `$${index + 2}::${type}[], `).join('')
  const names = others.map(({ name }) => `${name}, `).join('')
  const isGiven = (row: string) =>
    [`${row}.${owner?.name} = $1`, ...others.map(({ name }) => `${row}.${name} = given.${name}`)].join(' and ')
  const touched = table.touch === undefined ? '' : `, ${table.touch}`
  const given = `unnest(${arrays}${old}::bytea[], ${newKey}::text[], ${fresh}::bytea[]) as given (${names}old, new_key, fresh)`
  return `update ${table.table} t set ${sealed} = held.fresh, ${keyId} = held.new_key${touched}
    from (
      select ${others.map(({ name }) => `p.${name}, `).join('')}given.old, given.new_key, given.fresh
      from ${table.table} p join ${given} on ${isGiven('p')} and p.${sealed} = given.old
      for no key update of p skip locked) held
    where ${isGiven('t').replaceAll('given.', 'held.')} and t.${sealed} = held.old`
}

/** The parts of row keys after the first, one array for each column, as parameters of the statement above. */
export function keyArrays({ key }: KeyedTable, rows: readonly (readonly string[])[]): readonly unknown[][] {
  return key.slice(1).map(({ type }, index) =>
    rows.map((row) => {
      const part = row[index + 1] ?? ''
      return type === 'bytea' ? Buffer.from(part, 'hex') : part
    }),
  )
}

/** How often each key is named. */
export function countStatement(table: KeyedTable): string {
  const columns = namingColumns(table).join(', ')
  return `select named as key_id, count(*)::text as count from ${table.table}, unnest(array[${columns}]) named
    where named is not null group by named`
}

export function isNamedStatement(table: KeyedTable): string {
  const named = namingColumns(table).map((column) => `${column} = $1`)
  return `select exists (select 1 from ${table.table} where ${named.join(' or ')}) as is_named`
}
