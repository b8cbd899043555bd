// Finds what is encoded inside of a text, so that a secret is recognised in base64 and hexadecimal as well.
import type { Span } from './secret-index.ts'

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
