// Request bodies as JSON text, made from rows: the least a contract takes, with one field set to one value.
import type { GroupRow, Row, Rows } from '../../../src/contract/row.ts'
import { samplesOf } from './samples.ts'

/** The smallest body the rows accept that has this field (by its name, `[n]` for the first item), set to this text. */
export function bodyWith(rows: Rows, name: string, text: string): string {
  return groupText(rows, parts(name), text)
}

/** The smallest body the rows accept. */
export function leastBody(rows: Rows): string {
  return groupText(rows, [], '')
}

/** Every field of the rows, each with the first or last of the values that are tried on it, lists with one item. */
export function fullBody(rows: Rows, which: 0 | -1 = 0): string {
  const members = Object.entries(rows).map(([name, row]) => `${JSON.stringify(name)}:${fullOf(row, which)}`)
  return `{${members.join()}}`
}

function fullOf(row: Row, which: 0 | -1): string {
  if (row.kind === 'GROUP') return fullBody(row.rows, which)
  if (row.kind === 'LIST') return `[${fullOf(row.item, which)}]`
  return samplesOf(row).accepted.at(which) ?? 'null'
}

/** `order.item[n].name` is order, item, [n], name. */
function parts(name: string): readonly string[] {
  return name.replaceAll('[n]', '.[n]').split('.')
}

function groupText(rows: Rows, [first, ...rest]: readonly string[], text: string): string {
  const members: string[] = []
  for (const { name, quoted, row, least } of membersOf(rows))
    if (name === first) members.push(`${quoted}:${rowText(row, rest, text)}`)
    else if (least !== undefined) members.push(least)
  // A field the rows do not have: an unsupported one.
  if (first !== undefined && !(first in rows)) members.push(`${JSON.stringify(first)}:${text}`)
  return `{${members.join()}}`
}

interface Member {
  readonly name: string
  readonly quoted: string
  readonly row: Row
  /** The least text of the member, where it is required. */
  readonly least: string | undefined
}

/** Kept, since a hundred thousand bodies are made from the same rows. */
const membersByRows = new WeakMap<Rows, readonly Member[]>()

function membersOf(rows: Rows): readonly Member[] {
  const known = membersByRows.get(rows)
  if (known) return known
  const members = Object.entries(rows).map(([name, row]): Member => {
    const quoted = JSON.stringify(name)
    return { name, quoted, row, least: isRequired(row) ? `${quoted}:${leastOf(row)}` : undefined }
  })
  membersByRows.set(rows, members)
  return members
}

function rowText(row: Row, rest: readonly string[], text: string): string {
  switch (row.kind) {
    case 'FIELD':
      return text
    case 'MAP':
      // `order.custom.X`: the samples of a map are whole maps.
      return text
    case 'GROUP':
      return groupText(row.rows, rest, text)
    case 'LIST':
      return `[${row.item.kind === 'FIELD' ? text : groupText(row.item.rows, rest.slice(1), text)}]`
  }
}

function leastOf(row: Row): string {
  switch (row.kind) {
    case 'FIELD':
    case 'MAP':
      return samplesOf(row).accepted[0] ?? 'null'
    case 'GROUP':
      return leastGroup(row)
    case 'LIST':
      return '[]'
  }
}

function leastGroup({ rows }: GroupRow): string {
  return groupText(rows, [], '')
}

function isRequired(row: Row): boolean {
  return row.request === 'REQUIRED' || row.request === 'FIXED'
}
