// Characters and their encodings: Latin-1 inside, ASCII (that is Latin-1) or EBCDIC on the line.
import type { DataType } from './specification.ts'

const digit = 1
const letter = 2
const blank = 4
const special = 8

/** The class of each Latin-1 character; control characters have none. */
const classes = Uint8Array.from({ length: 256 }, (_, code) => {
  if (code === 0x20) return blank
  if (code >= 0x30 && code <= 0x39) return digit
  if ((code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a)) return letter
  return (code > 0x20 && code < 0x7f) || code >= 0xa0 ? special : 0
})

/** The classes that a type permits. Blanks fill up shorter values, so that characters always permit them. */
const permitted = {
  n: digit,
  a: letter | blank,
  an: letter | digit | blank,
  ans: letter | digit | blank | special,
} as const satisfies Partial<Record<DataType, number>>

export type CharacterType = keyof typeof permitted

/** For a look at each character: `classes[code] & mask` is 0 for one that is not permitted. */
export function characterClasses(type: CharacterType): { readonly classes: Uint8Array; readonly mask: number } {
  return { classes, mask: permitted[type] }
}

export const typeNames = {
  n: 'digits',
  a: 'letters',
  an: 'letters and digits',
  ans: 'printable characters',
} as const satisfies Record<CharacterType, string>

/** Code page 037, as hosts in North America have it: the Latin-1 character of each byte. */
const latin1OfEbcdic = Buffer.from(
  '000102039c09867f978d8e0b0c0d0e0f101112139d8508871819928f1c1d1e1f' +
    '80818283840a171b88898a8b8c050607909116939495960498999a9b14159e1a' +
    '20a0e2e4e0e1e3e5e7f1a22e3c282b7c26e9eaebe8edeeefecdf21242a293bac' +
    '2d2fc2c4c0c1c3c5c7d1a62c255f3e3ff8c9cacbc8cdcecfcc603a2340273d22' +
    'd8616263646566676869abbbf0fdfeb1b06a6b6c6d6e6f707172aabae6b8c6a4' +
    'b57e737475767778797aa1bfd0dddeae5ea3a5b7a9a7b6bcbdbe5b5dafa8b4d7' +
    '7b414243444546474849adf4f6f2f3f57d4a4b4c4d4e4f505152b9fbfcf9faff' +
    '5cf7535455565758595ab2d4d6d2d3d530313233343536373839b3dbdcd9da9f',
  'hex',
)
const ebcdicOfLatin1 = Buffer.alloc(256)
for (const [code, character] of latin1OfEbcdic.entries()) ebcdicOfLatin1[character] = code
const same = Buffer.from(Array.from({ length: 256 }, (_, code) => code))

/** The byte on the line of each Latin-1 character, and the other way round. */
export function characterTables(encoding: 'ascii' | 'ebcdic'): { readonly toLine: Buffer; readonly fromLine: Buffer } {
  if (encoding === 'ascii') return { toLine: same, fromLine: same }
  return { toLine: ebcdicOfLatin1, fromLine: latin1OfEbcdic }
}

/** The value of each hexadecimal character, in either case; -1 for any other. */
export const hexValues = Int8Array.from({ length: 256 }, (_, code) => {
  const value = Number.parseInt(String.fromCharCode(code), 16)
  return Number.isNaN(value) ? -1 : value
})
