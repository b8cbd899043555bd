// The length in front of a variable field.
import { characterTables } from './characters.ts'
import { Iso8583Error } from './error.ts'
import type { LengthEncoding, LengthPrefix } from './specification.ts'

export interface LengthCodec {
  readonly size: number
  write(bytes: Buffer, offset: number, length: number): void
  /** The caller has made sure that there are enough bytes. */
  read(bytes: Buffer, offset: number, field: number): number
}

export function lengthCodec(prefix: LengthPrefix, encoding: LengthEncoding): LengthCodec {
  const digits = prefix.length
  if (encoding === 'binary') return binaryLength(digits <= 2 ? 1 : 2)
  if (encoding === 'bcd') return bcdLength(Math.ceil(digits / 2))
  return characterLength(digits, encoding)
}

/** The longest value that a length with this many digits can announce. */
export function longestLength(prefix: LengthPrefix, encoding: LengthEncoding): number {
  if (encoding === 'binary') return prefix.length <= 2 ? 0xff : 0xffff
  return 10 ** prefix.length - 1
}

function binaryLength(size: 1 | 2): LengthCodec {
  if (size === 1)
    return {
      size,
      write(bytes, offset, length) {
        bytes[offset] = length
      },
      read: (bytes, offset) => bytes[offset] as number,
    }
  return {
    size,
    write: (bytes, offset, length) => void bytes.writeUInt16BE(length, offset),
    read: (bytes, offset) => bytes.readUInt16BE(offset),
  }
}

function bcdLength(size: number): LengthCodec {
  return {
    size,
    write(bytes, offset, length) {
      let rest = length
      for (let at = offset + size - 1; at >= offset; at -= 1) {
        const pair = rest % 100
        bytes[at] = (((pair / 10) | 0) << 4) | (pair % 10)
        rest = (rest / 100) | 0
      }
    },
    read(bytes, offset, field) {
      let length = 0
      for (let at = offset; at < offset + size; at += 1) {
        const byte = bytes[at] as number
        const high = byte >> 4
        const low = byte & 15
        if (high > 9 || low > 9) throw new Iso8583Error(field, at, 'its length is not BCD')
        length = length * 100 + high * 10 + low
      }
      return length
    },
  }
}

function characterLength(size: number, encoding: 'ascii' | 'ebcdic'): LengthCodec {
  const { toLine } = characterTables(encoding)
  const zero = toLine[0x30] as number
  return {
    size,
    write(bytes, offset, length) {
      let rest = length
      for (let at = offset + size - 1; at >= offset; at -= 1) {
        bytes[at] = zero + (rest % 10)
        rest = (rest / 10) | 0
      }
    },
    read(bytes, offset, field) {
      let length = 0
      for (let at = offset; at < offset + size; at += 1) {
        const value = (bytes[at] as number) - zero
        if (value < 0 || value > 9) throw new Iso8583Error(field, at, 'its length is not made of digits')
        length = length * 10 + value
      }
      return length
    },
  }
}
