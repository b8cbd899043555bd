// The inner structure of a field's value: positional parts, tags with decimal lengths, and BER-TLV.
import { characterClasses } from './characters.ts'
import { Iso8583Error } from './error.ts'
import type { PartsSpecification, PositionalPart } from './specification.ts'

export type PartValues = Readonly<Record<string, string>>

type Positional = Extract<PartsSpecification, { kind: 'positional' }>
type Tagged = Extract<PartsSpecification, { kind: 'tagged' }>

/** Splits a value; a structure that is not repeated gives one group. */
export function readPositional(field: number, { parts, isRepeated }: Positional, text: string): readonly PartValues[] {
  const length = parts.reduce((sum, part) => sum + lengthOf(part), 0)
  if (isRepeated ? text.length % length !== 0 : text.length !== length)
    throw new Iso8583Error(field, 0, `its parts have ${length} characters${isRepeated ? ' each time' : ''}`)
  const groups: PartValues[] = []
  for (let start = 0; start < text.length; start += length) {
    let at = start
    const group: Record<string, string> = {}
    for (const part of parts) {
      const value = text.slice(at, at + lengthOf(part))
      checkPart(field, part, value, at)
      group[part.name] = value
      at += lengthOf(part)
    }
    groups.push(group)
  }
  return groups
}

/** Joins groups of parts; shorter numbers get zeros in front, shorter texts blanks behind. Each part must be given. */
export function writePositional(
  field: number,
  { parts, isRepeated }: Positional,
  groups: readonly PartValues[],
): string {
  if (!isRepeated && groups.length !== 1) throw new Iso8583Error(field, 0, 'its parts are not repeated')
  let text = ''
  for (const group of groups)
    for (const part of parts) {
      const value = filled(part, group[part.name] ?? '')
      checkPart(field, part, value, text.length)
      text += value
    }
  return text
}

const lengthOf = ({ type, length }: PositionalPart) => (type === 'x+n' ? length + 1 : length)

function filled({ type, length }: PositionalPart, value: string): string {
  if (type === 'n') return value.padStart(length, '0')
  if (type === 'x+n') return value.slice(0, 1) + value.slice(1).padStart(length, '0')
  return value.padEnd(length, ' ')
}

function checkPart(field: number, part: PositionalPart, value: string, at: number): void {
  const { name, type } = part
  const isRight = value.length === lengthOf(part) && (type === 'x+n' ? /^[CD]\d*$/.test(value) : holds(type, value))
  if (!isRight) throw new Iso8583Error(field, at, `its part ${name} is ${type} of ${part.length}`)
}

function holds(type: 'n' | 'a' | 'an' | 'ans', value: string): boolean {
  const { classes, mask } = characterClasses(type)
  for (let at = 0; at < value.length; at += 1) {
    const code = value.charCodeAt(at)
    if (code > 255 || ((classes[code] as number) & mask) === 0) return false
  }
  return true
}

/** At least one. */
function isDigits(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code < 0x30 || code > 0x39) return false
  }
  return text.length > 0
}

/** Tag, length and value as characters. */
export function readTagged(field: number, { tagLength, lengthLength }: Tagged, text: string): PartValues {
  const values: Record<string, string> = {}
  for (let at = 0; at < text.length; ) {
    const start = at + tagLength + lengthLength
    const tag = text.slice(at, at + tagLength)
    const length = text.slice(at + tagLength, start)
    if (start > text.length || !isDigits(tag) || !isDigits(length))
      throw new Iso8583Error(field, at, 'a tag and its length are digits')
    const end = start + Number(length)
    if (end > text.length) throw new Iso8583Error(field, at, `the value of tag ${tag} is longer than the field`)
    if (Object.hasOwn(values, tag)) throw new Iso8583Error(field, at, `tag ${tag} stands twice`)
    values[tag] = text.slice(start, end)
    at = end
  }
  return values
}

export function writeTagged(field: number, { tagLength, lengthLength }: Tagged, values: PartValues): string {
  let text = ''
  for (const tag of Object.keys(values).toSorted()) {
    const value = values[tag] ?? ''
    if (tag.length !== tagLength || !isDigits(tag)) throw new Iso8583Error(field, text.length, `${tag} is no tag`)
    if (value.length >= 10 ** lengthLength)
      throw new Iso8583Error(field, text.length, `the value of tag ${tag} is too long`)
    text += `${tag}${String(value.length).padStart(lengthLength, '0')}${value}`
  }
  return text
}

// BER-TLV as chip cards have it (EMV book 3, annex B): tags of one to three bytes, definite lengths of up to three.

export interface ChipValue {
  /** In hexadecimal, upper case. */
  readonly tag: string
  readonly value: Buffer
}

const tagBytesMax = 3
const lengthBytesMax = 2

export function readBer(field: number, bytes: Buffer): readonly ChipValue[] {
  const values: ChipValue[] = []
  let at = 0
  while (at < bytes.length) {
    // Zeros between values are permitted, and mean nothing.
    if (bytes[at] === 0) {
      at += 1
      continue
    }
    const tagEnd = endOfTag(field, bytes, at)
    const { length, end: start } = lengthAt(field, bytes, tagEnd)
    if (start + length > bytes.length) throw new Iso8583Error(field, at, 'a value is longer than the field')
    values.push({ tag: bytes.toString('hex', at, tagEnd).toUpperCase(), value: bytes.subarray(start, start + length) })
    at = start + length
  }
  return values
}

function endOfTag(field: number, bytes: Buffer, start: number): number {
  let end = start + 1
  if (((bytes[start] as number) & 0x1f) === 0x1f) {
    do {
      if (end >= bytes.length || end - start >= tagBytesMax)
        throw new Iso8583Error(field, start, 'a tag is not complete')
      end += 1
    } while (((bytes[end - 1] as number) & 0x80) !== 0)
  }
  return end
}

function lengthAt(field: number, bytes: Buffer, at: number): { readonly length: number; readonly end: number } {
  const first = bytes[at]
  if (first === undefined) throw new Iso8583Error(field, at, 'a tag has no length')
  if (first < 0x80) return { length: first, end: at + 1 }
  const count = first & 0x7f
  if (count === 0 || count > lengthBytesMax || at + 1 + count > bytes.length)
    throw new Iso8583Error(field, at, 'a length is definite and has at most two bytes')
  return { length: bytes.readUIntBE(at + 1, count), end: at + 1 + count }
}

export function writeBer(field: number, values: readonly ChipValue[]): Buffer {
  return Buffer.concat(
    values.flatMap(({ tag, value }) => {
      const name = Buffer.from(tag, 'hex')
      if (name.length * 2 !== tag.length || name.length === 0 || endOfTag(field, name, 0) !== name.length)
        throw new Iso8583Error(field, 0, `${tag} is no tag`)
      return [name, lengthBytes(value.length), value]
    }),
  )
}

function lengthBytes(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length])
  return length < 0x100 ? Buffer.from([0x81, length]) : Buffer.from([0x82, length >> 8, length & 0xff])
}
