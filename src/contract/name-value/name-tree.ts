// The names of a name-value request as a tree: `order.item[0].name=Tea` is the value of a name in an item of a list in a group.
// Whatever is ambiguous is refused, not guessed: a name given twice, a name that is a value here and a group there, a list
// with gaps. Takes time in proportion to the request.
import { type Rejection, reject } from '../../kernel/rejection.ts'
import { printableName } from '../printable.ts'
import { type Charset, decodeBytes, decodeEscapes } from './charset.ts'

export type NameNode = string | NameGroup | NameList
export type NameGroup = Map<string, NameNode>
export class NameList {
  readonly items = new Map<number, NameNode>()
}

export const namesMax = 2000
/** As deep as JSON may be. */
const depthMax = 32

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
