// Any character of Unicode but half a surrogate pair, as the unit of random text. The library's own unit of this kind first makes a table
// of all 1.1 million of them, which takes a second and stays in the memory of the process.
import fc from 'fast-check'

const surrogates = { first: 0xd800, count: 0x800 }
const last = 0x10ffff

export const anyCharacter: fc.Arbitrary<string> = fc
  .integer({ min: 0, max: last - surrogates.count })
  .map(characterAt, placeOf)

function characterAt(place: number): string {
  return String.fromCodePoint(place < surrogates.first ? place : place + surrogates.count)
}

/** The way back, by which the library tries its own list of awkward names as well. */
function placeOf(text: unknown): number {
  const code = typeof text === 'string' ? (text.codePointAt(0) ?? -1) : -1
  if (code < 0 || text !== String.fromCodePoint(code)) throw new Error('not one character')
  return code < surrogates.first ? code : code - surrogates.count
}
