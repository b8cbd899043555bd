// A text as a person or a program would read it: escapes resolved, digits of other scripts as the digits 0 to 9, invisible
// characters left out, and what is encoded inside of it decoded, so that a secret is recognised in base64 and hexadecimal as well.
// Each character knows where it comes from, so that what is found can be removed from the text itself.

import type { Span } from './secret-index.ts'

export interface ReadableText {
  readonly text: string
  /** Where each character begins and ends in the text as it was received; absent where both are the same. */
  readonly places?: { readonly starts: readonly number[]; readonly ends: readonly number[] }
}

/** Escapes of escapes: no program that passes a text on adds more layers by itself. */
const layersMax = 3

/** Of other texts every character is read as it is. */
const unusual = /[%&\\\u0080-\uffff]/

export function readableText(received: string): ReadableText {
  let read: ReadableText = { text: received }
  if (!unusual.test(received)) return read
  for (let layer = 0; layer < layersMax; layer += 1) {
    const next = withoutOneLayer(read)
    if (next.text === read.text) break
    read = next
    if (!unusual.test(read.text)) break
  }
  return read
}

/**
 * In order: bytes in percent-encoding, code units in the escapes of JSON and of programs, numbered and named characters of
 * HTML. Escapes that follow each other may be parts of one character.
 */
const escapes =
  /(?:%[0-9a-f]{2})+|(?:\\u[0-9a-f]{4})+|\\u\{[0-9a-f]{1,6}\}|(?:\\x[0-9a-f]{2})+|&#(?:x[0-9a-f]{1,6}|[0-9]{1,7});?|&[a-z]{2,8};/iy

/** A character that begins none of them stands for itself. */
function escapeAt(text: string, at: number): string {
  escapes.lastIndex = at
  return escapes.exec(text)?.[0] ?? ''
}

function withoutOneLayer({ text, places }: ReadableText): ReadableText {
  const parts: string[] = []
  const starts: number[] = []
  const ends: number[] = []
  const startOf = (at: number) => (places ? (places.starts[at] as number) : at)
  const endOf = (at: number) => (places ? (places.ends[at] as number) : at + 1)
  const { length } = text
  let at = 0
  while (at < length) {
    const code = text.charCodeAt(at)
    const isEscape = code === 0x25 || code === 0x26 || code === 0x5c
    const written = isEscape ? escapeAt(text, at) : code < 0x80 ? '' : characterAt(text, at)
    if (written === '') {
      parts.push(text[at] as string)
      starts.push(startOf(at))
      ends.push(endOf(at))
      at += 1
      continue
    }
    const meaning = isEscape ? meaningOf(written) : meaningOfCharacter(written)
    parts.push(meaning)
    // One part of the escapes for each character, or else all of them for every one.
    const width = written.length / meaning.length
    const isEven = meaning.length > 1 && Number.isInteger(width)
    for (let each = 0; each < meaning.length; each += 1) {
      starts.push(startOf(isEven ? at + each * width : at))
      ends.push(endOf((isEven ? at + (each + 1) * width : at + written.length) - 1))
    }
    at += written.length
  }
  return { text: parts.join(''), places: { starts, ends } }
}

/** With both halves of a surrogate pair. */
function characterAt(text: string, at: number): string {
  const isPair = (text.charCodeAt(at) & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00
  return isPair ? text.slice(at, at + 2) : (text[at] as string)
}

function meaningOf(spelled: string): string {
  switch (spelled[0]) {
    case '%':
      return Buffer.from(spelled.replaceAll('%', ''), 'hex').toString('utf8')
    case '\\':
      return meaningOfProgramEscape(spelled)
    default:
      return meaningOfEntity(spelled)
  }
}

function meaningOfProgramEscape(spelled: string): string {
  const [braced] = /[0-9a-f]+(?=\})/i.exec(spelled) ?? []
  if (braced !== undefined) return characterOf(Number.parseInt(braced, 16))
  return (spelled.match(/[0-9a-f]{2,4}/gi) ?? []).map((hex) => String.fromCharCode(Number.parseInt(hex, 16))).join('')
}

/** Names of punctuation and spaces are separators, whatever they are. */
function meaningOfEntity(entity: string): string {
  const [, hex, decimal] = /^&#(?:x([0-9a-f]+)|([0-9]+))/i.exec(entity) ?? []
  if (hex !== undefined) return characterOf(Number.parseInt(hex, 16))
  if (decimal !== undefined) return characterOf(Number(decimal))
  return entity.toLowerCase() === '&amp;' ? '&' : ' '
}

function characterOf(codePoint: number): string {
  return codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : ' '
}

const invisible = /^[\p{Cf}\p{M}\p{Cc}]$/u
const digit = /^\p{Nd}$/u
const plain = /^[\x20-\x7e]+$/

/** A text in another script has few different characters. */
const knownMeanings = new Map<string, string>()
const knownMeaningsMax = 4_096

function meaningOfCharacter(character: string): string {
  let meaning = knownMeanings.get(character)
  if (meaning === undefined) {
    meaning = findMeaning(character)
    if (knownMeanings.size < knownMeaningsMax) knownMeanings.set(character, meaning)
  }
  return meaning
}

function findMeaning(character: string): string {
  if (digit.test(character)) return String(valueOfDigit(character.codePointAt(0) ?? 0))
  if (invisible.test(character)) return ''
  const usual = character.normalize('NFKC')
  return plain.test(usual) ? usual : ' '
}

/** The digits of a script are ten code points in a row, from zero on; where several rows follow each other, each of ten. */
function valueOfDigit(codePoint: number): number {
  let zero = codePoint
  while (digit.test(String.fromCodePoint(zero - 1))) zero -= 1
  return (codePoint - zero) % 10
}

interface Encoding {
  readonly run: RegExp
  /** Three digits in a row: nothing else is decoded. Each with the characters of its group that stand before it. */
  readonly digits: readonly (readonly [pattern: RegExp, before: number])[]
  /** Characters of a whole number of bytes: others may stand before them. */
  readonly width: number
  readonly decode: (text: string) => Buffer
}

export const base64: Encoding = {
  run: /[0-9A-Za-z+/_-]{4,}/g,
  digits: [
    [/(?=[MNO][DTjz][AEIMQUYcgk][w-z0-5])/g, 0],
    [/(?=[DTjz][AEIMQUYcgk][w-z0-5][MNO])/g, 1],
    [/(?=[w-z0-5][MNO][DTjz])/g, 3],
  ],
  width: 4,
  decode: (text) => Buffer.from(text, 'base64'),
}

export const hex: Encoding = {
  run: /(?:[0-9A-Fa-f]{2}[ :.-]?){2,}[0-9A-Fa-f]{2}/g,
  digits: [[/(?=3[0-9]3[0-9]3[0-9])/g, 0]],
  width: 2,
  decode: (text) => Buffer.from(text, 'hex'),
}

/** Where the groups of a run may begin. */
function offsetsIn(characters: string, { digits, width }: Encoding): ReadonlySet<number> {
  const offsets = new Set<number>()
  for (const [pattern, before] of digits)
    for (const { index } of characters.matchAll(pattern)) {
      offsets.add((index + width - before) % width)
      if (offsets.size === width) return offsets
    }
  return offsets
}

/** TOO_MUCH_WORK: it is not decoded any more, and neither is what follows. */
export type DecodedRun = 'HOLDS_SECRET' | 'HOLDS_NONE' | 'TOO_MUCH_WORK'

/** The runs of an encoding that hold a secret once they are decoded; the rest of the text where that takes too much work. */
export function encodedRuns(
  text: string,
  encoding: Encoding,
  look: (decode: () => Buffer) => DecodedRun,
): readonly Span[] {
  const found: Span[] = []
  for (const { 0: whole, index } of text.matchAll(encoding.run)) {
    const characters = encoding === hex ? whole.replace(/[ :.-]/g, '') : whole
    const offsets = offsetsIn(characters, encoding)
    for (const offset of offsets) {
      const decoded = look(() => encoding.decode(characters.slice(offset)))
      if (decoded === 'TOO_MUCH_WORK') return [...found, [index, text.length]]
      if (decoded === 'HOLDS_NONE') continue
      found.push([index, index + whole.length])
      break
    }
  }
  return found
}
