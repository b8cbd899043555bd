// The character sets of name-value requests: which one a request says it has, and the text of percent-encoded bytes in it.

export type Charset = 'UTF-8' | 'ISO-8859-1'

/** By the labels that clients use, in lower case. ASCII is a part of UTF-8. */
const charsets: Readonly<Record<string, Charset>> = {
  'utf-8': 'UTF-8',
  utf8: 'UTF-8',
  'us-ascii': 'UTF-8',
  ascii: 'UTF-8',
  'iso-8859-1': 'ISO-8859-1',
  'iso8859-1': 'ISO-8859-1',
  latin1: 'ISO-8859-1',
}

/** Undefined when it is none of those that are supported. */
export function charsetNamed(label: string): Charset | undefined {
  const name = label.trim().toLowerCase()
  return Object.hasOwn(charsets, name) ? charsets[name] : undefined
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The text of a body, before its escapes are decoded. Throws when the bytes are not in the character set. */
export function decodeBytes(bytes: Uint8Array, charset: Charset): string {
  return charset === 'UTF-8' ? utf8.decode(bytes) : Buffer.from(bytes).toString('latin1')
}

/** A name or a value as the client meant it. Throws on an escape that is none, or whose bytes are not in the set. */
export function decodeEscapes(text: string, charset: Charset): string {
  const spaced = text.replaceAll('+', ' ')
  if (!spaced.includes('%')) return spaced
  if (charset === 'UTF-8') return decodeURIComponent(spaced)
  return decodeLatin(spaced)
}

const percent = 0x25

/** Byte by byte: a function called for each escape takes ten times as long, and anyone can send a hundred thousand of them. */
function decodeLatin(text: string): string {
  const bytes = Buffer.allocUnsafe(text.length)
  let length = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    bytes[length] = code === percent ? 16 * hexDigit(text.charCodeAt(at + 1)) + hexDigit(text.charCodeAt(at + 2)) : code
    if (code === percent) at += 2
    length += 1
  }
  return bytes.toString('latin1', 0, length)
}

function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  const letter = code | 0x20
  if (letter >= 0x61 && letter <= 0x66) return letter - 0x57
  throw new URIError('an escape needs two hexadecimal digits')
}

/** Pairs as one line of form-encoded text. What ISO-8859-1 does not have is written as a question mark. */
export function encodePairs(pairs: readonly (readonly [name: string, value: string])[], charset: Charset): string {
  if (charset === 'UTF-8') return new URLSearchParams(pairs.map(([name, value]) => [name, value])).toString()
  return pairs.map(([name, value]) => `${encodeLatin(name)}=${encodeLatin(value)}`).join('&')
}

function encodeLatin(text: string): string {
  return text
    .replace(/[^\0-\xff]/gu, '?')
    .replace(/[^A-Za-z0-9*._-]/g, (character) =>
      character === ' ' ? '+' : `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
    )
}
