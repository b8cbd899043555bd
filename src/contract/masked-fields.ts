// A request or an answer of the API as pairs of path and value for display, by the rows of its contract: account numbers are
// masked; of other secrets, and of members that the contract does not list, only the length is shown.
import { maskCardNumbers } from '../kernel/account-numbers-in-text.ts'
import { Secret } from '../kernel/secret.ts'
import { JsonNumber } from './json/json-parser.ts'
import type { Row, Rows } from './row.ts'

export type MaskedField = readonly [path: string, value: string]

interface MaskedFieldTerms {
  /** Beside the secrets of the contract: names of members whose values are not shown. */
  readonly hidden?: ReadonlySet<string>
  readonly fieldsMax?: number
  readonly lengthMax?: number
}

export function maskedFields(rows: Rows, body: object, terms: MaskedFieldTerms = {}): readonly MaskedField[] {
  const { hidden = new Set<string>(), fieldsMax = 200, lengthMax = 250 } = terms
  const found: MaskedField[] = []

  function put(path: string, value: string): void {
    if (found.length < fieldsMax) found.push([path, value.length > lengthMax ? `${value.slice(0, lengthMax)}…` : value])
  }

  function members(known: Rows, given: object, prefix: string): void {
    for (const [name, value] of Object.entries(given)) {
      const row = Object.hasOwn(known, name) && !hidden.has(name) ? known[name] : undefined
      member(row, value, `${prefix}${name}`)
    }
  }

  function member(row: Row | undefined, value: unknown, path: string): void {
    if (row?.kind === 'GROUP' && isObject(value)) members(row.rows, value, `${path}.`)
    else if (row?.kind === 'LIST' && Array.isArray(value))
      for (const [index, item] of value.entries()) member(row.item, item, `${path}[${index}]`)
    else if (row?.kind === 'MAP' && isObject(value))
      for (const [name, each] of Object.entries(value)) member(row.value, each, `${path}.${name}`)
    else {
      const text = plainText(value)
      const isShown = row?.kind === 'FIELD' && text !== undefined
      put(path, isShown ? shown(row.secret, text) : lengthOf(text ?? JSON.stringify(value)))
    }
  }

  members(rows, body, '')
  return found
}

/** A number that came masked stays as it is. */
function shown(secret: Secret['kind'] | undefined, text: string): string {
  if (secret === undefined) return maskCardNumbers(text)
  const value = new Secret(secret, text)
  return value.isAccount ? value.masked : lengthOf(text)
}

function lengthOf({ length }: string): string {
  return `${'*'.repeat(Math.min(length, 16))} (${length})`
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonNumber)
}

/** The text of a value that is no group or list. */
function plainText(value: unknown): string | undefined {
  if (value instanceof JsonNumber) return value.text
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined
}
