// The names of a name-value request as a tree: `order.item[0].name=Tea` is the value of a name in an item of a list in a group.
// Whatever is ambiguous is refused, not guessed: a name given twice, a name that is a value here and a group there, a list
// with gaps. Takes time in proportion to the request.

import { amountDecimalsOf, isCurrency } from '../../kernel/money.ts'
import { type Rejection, reject } from '../../kernel/rejection.ts'
import { isJsonObject, JsonNumber, type JsonObject, type JsonValue } from '../json/json.ts'
import { printableName } from '../printable.ts'
import type { Row, Rows } from '../row.ts'
import { type Charset, decodeBytes, decodeEscapes } from './charset.ts'

type NameNode = string | NameGroup | NameList
export type NameGroup = Map<string, NameNode>
class NameList {
  readonly items = new Map<number, NameNode>()
}

export const namesMax = 2000
/** As deep as JSON may be. */
const depthMax = 16

/** Every object has these; as names of a request they mean nothing good. */
const reserved: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype))

const partPattern = /^([^[\]]+)(?:\[(0|[1-9][0-9]{0,4})\])?$/

/** The tree of a form-encoded body. An empty body has no names. */
export function parseNames(body: Uint8Array | undefined, charset: Charset): NameGroup | Rejection {
  try {
    return nameTreeOf(pairsOf(decodeBytes(body ?? new Uint8Array(), charset), charset))
  } catch (error) {
    if (!(error instanceof URIError || error instanceof TypeError)) throw error
    return reject('MALFORMED_FORM', `The request is not form-encoded text in ${charset}.`)
  }
}

function* pairsOf(text: string, charset: Charset): Iterable<readonly [name: string, value: string]> {
  // Not split at once: of too many pairs, most are never looked at.
  for (let start = 0, end = 0; start < text.length; start = end + 1) {
    const next = text.indexOf('&', start)
    end = next < 0 ? text.length : next
    if (end === start) continue
    const pair = text.slice(start, end)
    const at = pair.indexOf('=')
    if (at < 0) yield [decodeEscapes(pair, charset), '']
    else yield [decodeEscapes(pair.slice(0, at), charset), decodeEscapes(pair.slice(at + 1), charset)]
  }
}

function nameTreeOf(pairs: Iterable<readonly [name: string, value: string]>): NameGroup | Rejection {
  const root: NameGroup = new Map()
  let count = 0
  for (const [name, value] of pairs) {
    count += 1
    const fault = count > namesMax ? `A request has at most ${namesMax} names.` : putValue(root, name, value)
    if (fault) return invalidName(name, fault)
  }
  const gap = findGap(root, '')
  return gap === undefined ? root : invalidName(gap, 'The indexes of a list must begin with 0 and have no gaps.')
}

function invalidName(name: string, explanation: string): Rejection {
  return reject('FIELD_INVALID', explanation, { field: printableName(name) })
}

const givenTwice = 'The name is given twice.'
const isBoth = 'The name has a value and is also the prefix of other names.'
const malformed =
  "A name consists of parts with dots between them; an index in brackets, such as [0], may follow a part's name."

/** What is wrong with the name, if anything is. */
function putValue(root: NameGroup, name: string, value: string): string | undefined {
  const parts = name.split('.', depthMax + 1)
  if (parts.length > depthMax) return `A name has at most ${depthMax} parts.`
  let group = root
  for (let i = 0; i < parts.length; i += 1) {
    const [, member, index] = partPattern.exec(parts[i] ?? '') ?? []
    if (member === undefined || reserved.has(member)) return malformed
    const isLast = i === parts.length - 1
    const place = index === undefined ? memberPlace(group, member) : itemPlace(group, member, Number(index))
    if (!place) return isBoth
    const held = place.get()
    if (isLast) {
      if (held !== undefined) return typeof held === 'string' ? givenTwice : isBoth
      place.set(value)
      return undefined
    }
    if (held !== undefined && !(held instanceof Map)) return isBoth
    const next: NameGroup = held ?? new Map()
    if (held === undefined) place.set(next)
    group = next
  }
  return undefined
}

interface Place {
  get(): NameNode | undefined
  set(node: NameNode): void
}

function memberPlace(group: NameGroup, member: string): Place {
  return { get: () => group.get(member), set: (node) => void group.set(member, node) }
}

/** Undefined when the name has another use already. */
function itemPlace(group: NameGroup, member: string, index: number): Place | undefined {
  const held = group.get(member)
  if (held !== undefined && !(held instanceof NameList)) return undefined
  const list = held ?? new NameList()
  if (held === undefined) group.set(member, list)
  const { items } = list
  return { get: () => items.get(index), set: (node) => void items.set(index, node) }
}

/** The first index that a list lacks although it has a later one, with the list's name. */
function findGap(group: NameGroup, prefix: string): string | undefined {
  for (const [member, node] of group) {
    const name = `${prefix}${member}`
    const gap =
      node instanceof Map ? findGap(node, `${name}.`) : node instanceof NameList ? gapOf(node, name) : undefined
    if (gap !== undefined) return gap
  }
  return undefined
}

function gapOf({ items }: NameList, name: string): string | undefined {
  for (let index = 0; index < items.size; index += 1) {
    const item = items.get(index)
    if (item === undefined) return `${name}[${index}]`
    const gap = item instanceof Map ? findGap(item, `${name}[${index}].`) : undefined
    if (gap !== undefined) return gap
  }
  return undefined
}

/** The value of a name without indexes. */
export function valueNamed(root: NameGroup, name: string): string | undefined {
  let node: NameNode | undefined = root
  for (const part of name.split('.')) node = node instanceof Map ? node.get(part) : undefined
  return typeof node === 'string' ? node : undefined
}

/** The same, and the name is gone afterwards, with groups that have become empty. */
export function takeValue(root: NameGroup, name: string): string | undefined {
  const value = valueNamed(root, name)
  if (value !== undefined) removeName(root, name.split('.'))
  return value
}

function removeName(group: NameGroup, [first = '', ...rest]: readonly string[]): void {
  const inside = group.get(first)
  if (rest.length > 0 && inside instanceof Map) removeName(inside, rest)
  if (!(inside instanceof Map) || inside.size === 0) group.delete(first)
}

/**
 * From names to the shape that JSON has: the rows say which values are numbers and booleans. Everything else about a value
 * is for the contract's reader, which is the same for both. Names that no row has stay as they are: the reader refuses them by name.
 */
export function readNames(names: NameGroup, rows: Rows): JsonObject {
  const object: Record<string, JsonValue> = {}
  for (const [name, node] of names) object[name] = valueOfNode(node, Object.hasOwn(rows, name) ? rows[name] : undefined)
  return object
}

function valueOfNode(node: NameNode, row: Row | undefined): JsonValue {
  if (typeof node === 'string') return row?.kind === 'FIELD' ? fieldValue(node, row.type.name) : node
  if (node instanceof NameList) {
    const item = row?.kind === 'LIST' ? row.item : undefined
    // The indexes have no gaps.
    return Array.from(node.items, (_, index) => valueOfNode(node.items.get(index) ?? '', item))
  }
  return readNames(node, row?.kind === 'GROUP' ? row.rows : {})
}

const integerPattern = /^(?:0|-?[1-9][0-9]{0,19})$/

/** A text that is no number or boolean stays a text, which the row refuses. */
function fieldValue(text: string, type: string): JsonValue {
  if (type === 'Integer' && integerPattern.test(text)) return new JsonNumber(text)
  if (type === 'Boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

// An answer as names and values: what the version's JSON has, flat, in alphabetical order. Amounts have the decimals of their
// currency, as clients of this protocol expect them.

export type NameValue = readonly [name: string, value: string]

/** Empty lists and groups have no names. */
export function writeNames(response: JsonObject): readonly NameValue[] {
  const pairs: NameValue[] = []
  writeGroup(response, '', undefined, pairs)
  return pairs
}

function writeGroup(group: JsonObject, prefix: string, outer: string | undefined, pairs: NameValue[]): void {
  const { currency = outer } = group
  const inside = typeof currency === 'string' ? currency : outer
  for (const name of Object.keys(group).toSorted()) {
    const value = group[name] ?? null
    const own = value instanceof JsonNumber ? ownCurrency(group, name) : undefined
    writeValue(value, { name: prefix + name, currency: inside, amountIn: own ?? inside }, pairs)
  }
}

interface Written {
  readonly name: string
  /** Of the group around it, for what is inside the value. */
  readonly currency: string | undefined
  /** Of the value itself, should it be an amount. */
  readonly amountIn: string | undefined
}

function writeValue(value: JsonValue, { name, currency, amountIn }: Written, pairs: NameValue[]): void {
  if (value === null) return
  if (value instanceof JsonNumber) pairs.push([name, isAmount(name) ? withDecimals(value.text, amountIn) : value.text])
  else if (isJsonObject(value)) writeGroup(value, `${name}.`, currency, pairs)
  else if (Array.isArray(value))
    for (const [index, item] of (value as readonly JsonValue[]).entries())
      writeValue(item, { name: `${name}[${index}]`, currency, amountIn: currency }, pairs)
  else pairs.push([name, String(value)])
}

function isAmount(name: string): boolean {
  return /amount(PerPayment)?$/i.test(name)
}

/** Some amounts have a currency that is named like them: payerAmount and payerCurrency. */
function ownCurrency(group: JsonObject, name: string): string | undefined {
  const currency = group[name.replace(/Amount$/, 'Currency')]
  return typeof currency === 'string' ? currency : undefined
}

/** Zeros up to the number of decimals that the currency has; nothing is cut. */
function withDecimals(amount: string, currency: string | undefined): string {
  if (currency === undefined || !isCurrency(currency) || !/^-?[0-9]+(\.[0-9]+)?$/.test(amount)) return amount
  const decimals = amountDecimalsOf(currency)
  const [whole = '', fraction = ''] = amount.split('.')
  return fraction.length >= decimals ? amount : `${whole}.${fraction.padEnd(decimals, '0')}`
}
