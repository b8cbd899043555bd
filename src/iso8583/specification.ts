// A message specification is data: what each field holds and how it is written. Hosts differ in almost all of it, so it can
// also be loaded from a JSON file.

/**
 * - n: digits. a: letters and blanks. an: letters, digits and blanks. ans: any printable character. z: track data.
 * - b: bytes. x+n: C or D for credit or debit, then digits.
 */
export const dataTypes = ['n', 'a', 'an', 'ans', 'z', 'b', 'x+n'] as const
export type DataType = (typeof dataTypes)[number]

/** How a value is written; bytes as they are (binary) or as two hexadecimal characters each. */
export const valueEncodings = ['ascii', 'ebcdic', 'bcd', 'binary', 'hexadecimal'] as const
export type ValueEncoding = (typeof valueEncodings)[number]

export const lengthEncodings = ['ascii', 'ebcdic', 'bcd', 'binary'] as const
export type LengthEncoding = (typeof lengthEncodings)[number]

/** How many digits the length of a variable field has. */
export const lengthPrefixes = ['L', 'LL', 'LLL', 'LLLL'] as const
export type LengthPrefix = (typeof lengthPrefixes)[number]

export interface FieldSpecification {
  readonly name: string
  readonly type: DataType
  /** Of a fixed field: digits, characters or bytes; for x+n without the letter. */
  readonly length?: number
  /** Of a variable field: its longest value. */
  readonly max?: number
  readonly prefix?: LengthPrefix
  readonly encoding: ValueEncoding
  /** The length counts digits where the value is BCD, and bytes as they are sent otherwise. */
  readonly lengthEncoding?: LengthEncoding
  /** Where characters of a shorter value are filled up, and where an odd number of BCD digits has its zero. */
  readonly padding?: 'left' | 'right'
  /** Account numbers, track data, PINs and chip data: never a string in this library, and masked in texts. */
  readonly isSecret?: boolean
  readonly parts?: PartsSpecification
}

/** The inner structure of a field's value. */
export type PartsSpecification =
  /** One after the other, each of a fixed length; the whole once, or several times. */
  | { readonly kind: 'positional'; readonly parts: readonly PositionalPart[]; readonly isRepeated?: boolean }
  /** Tag, length and value as characters, such as 0102AB: the tag 01 with two characters. */
  | { readonly kind: 'tagged'; readonly tagLength: number; readonly lengthLength: number }
  /** BER-TLV, as chip cards have it. */
  | { readonly kind: 'ber' }

export interface PositionalPart {
  readonly name: string
  readonly type: Exclude<DataType, 'b' | 'z'>
  readonly length: number
}

export interface MessageSpecification {
  readonly name: string
  readonly description?: string
  readonly messageType: 'ascii' | 'ebcdic' | 'bcd'
  /** Bitmaps precede the fields: the first, and the second and third where they are needed. */
  readonly bitmap: 'binary' | 'hexadecimal'
  /** By number, 2 to 192 without 65. */
  readonly fields: Readonly<Record<string, FieldSpecification>>
}

/** A bit announces the next bitmap: it is not a field. */
export const secondBitmapBit = 1
export const thirdBitmapBit = 65
export const fieldNumberMax = 192
