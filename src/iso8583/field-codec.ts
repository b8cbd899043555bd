// One field: its length, its value, and how a shorter value is filled up.
import { characterTables } from './characters.ts'
import { Iso8583Error } from './error.ts'
import type { FieldReader, FieldValue, Iso8583Message, ReceivedBytes } from './message.ts'
import type { FieldSpecification, LengthEncoding, LengthPrefix } from './specification.ts'
import {
  bcdCodec,
  binaryCodec,
  characterCodec,
  hexadecimalCodec,
  trackCodec,
  type ValueCodec,
  type ValueOptions,
} from './value-codec.ts'

export interface FieldCodec extends FieldReader {
  /** The most bytes that it takes. */
  readonly sizeMax: number
  /** Returns where the next field begins. */
  write(bytes: Buffer, offset: number, value: FieldValue): number
  /** Notes in the message where its value is, and returns where the next field begins. */
  find(received: ReceivedBytes, offset: number, message: Iso8583Message): number
}

export function fieldCodec(field: number, specification: FieldSpecification): FieldCodec {
  const { type, isSecret = false, prefix, lengthEncoding } = specification
  const values = type === 'x+n' ? signedCodec(specification) : valueCodec(specification)
  const { check } = values
  const found = (received: ReceivedBytes, message: Iso8583Message, start: number, length: number): number => {
    const end = start + values.sizeOf(length)
    const { bytes } = received
    if (end > bytes.length) throw tooShort(field, start, end - start, bytes.length)
    if (check) check(bytes, start, length, field)
    if (isSecret) received.hide(start, end)
    message.place(field, start, length)
    return end
  }
  const reader: FieldReader = { isSecret, valueAt: values.read }

  if (prefix === undefined) {
    const length = (specification.length ?? 0) + (type === 'x+n' ? 1 : 0)
    const size = values.sizeOf(length)
    return {
      ...reader,
      sizeMax: size,
      write(bytes, offset, value) {
        const given = value.length
        if (given > length) throw new Iso8583Error(field, offset, `it has ${given} of at most ${length} characters`)
        values.write(bytes, offset, value, length, field)
        return offset + size
      },
      find: (received, offset, message) => found(received, message, offset, length),
    }
  }

  const max = specification.max ?? 0
  const lengths = lengthCodec(prefix, lengthEncoding ?? 'ascii')
  // Hexadecimal characters are counted as they are sent, bytes as bytes, BCD by its digits.
  const unit = specification.encoding === 'hexadecimal' ? 2 : 1
  return {
    ...reader,
    sizeMax: lengths.size + values.sizeOf(max),
    write(bytes, offset, value) {
      const length = value.length
      if (length > max) throw new Iso8583Error(field, offset, `it has ${length} of at most ${max} characters`)
      lengths.write(bytes, offset, length * unit)
      values.write(bytes, offset + lengths.size, value, length, field)
      return offset + lengths.size + values.sizeOf(length)
    },
    find(received, offset, message) {
      const { bytes } = received
      const start = offset + lengths.size
      if (start > bytes.length) throw tooShort(field, offset, lengths.size, bytes.length)
      const sent = lengths.read(bytes, offset, field)
      if (sent % unit !== 0) throw new Iso8583Error(field, offset, `its length ${sent} is odd`)
      const length = sent / unit
      if (length > max) throw new Iso8583Error(field, offset, `its length is ${length}, at most ${max} is permitted`)
      return found(received, message, start, length)
    },
  }
}

function tooShort(field: number, offset: number, size: number, end: number): Iso8583Error {
  return new Iso8583Error(
    field,
    offset,
    `it needs ${size} bytes, and the message has ${Math.max(0, end - offset)} left`,
  )
}

function valueCodec({ type, encoding, padding, isSecret = false, prefix }: FieldSpecification): ValueCodec {
  // A variable number of digits in BCD is filled up to whole bytes behind it, a fixed one in front.
  const usual = type === 'n' && prefix === undefined ? 'left' : 'right'
  const options: ValueOptions = { padding: padding ?? usual, isSecret }
  if (type === 'b') return encoding === 'hexadecimal' ? hexadecimalCodec : binaryCodec
  if (encoding === 'bcd') return bcdCodec(type === 'z', options)
  const characters = encoding === 'ebcdic' ? 'ebcdic' : 'ascii'
  if (type === 'z') return trackCodec(characters, options)
  return characterCodec(type as 'n' | 'a' | 'an' | 'ans', characters, options)
}

/** C or D as a character, then digits in the field's encoding. */
function signedCodec({ encoding }: FieldSpecification): ValueCodec {
  const options = { padding: 'left', isSecret: false } as const
  const letters = characterCodec('a', encoding === 'ebcdic' ? 'ebcdic' : 'ascii', options)
  const digits =
    encoding === 'bcd'
      ? bcdCodec(false, options)
      : characterCodec('n', encoding === 'ebcdic' ? 'ebcdic' : 'ascii', options)
  const { toLine } = characterTables(encoding === 'ebcdic' ? 'ebcdic' : 'ascii')
  const [credit, debit] = [toLine[0x43], toLine[0x44]]
  const rule = 'it begins with C or D'
  return {
    sizeOf: (length) => 1 + digits.sizeOf(length - 1),
    write(bytes, offset, value, length, field) {
      if (typeof value !== 'string' || !/^[CD]/.test(value)) throw new Iso8583Error(field, offset, rule)
      letters.write(bytes, offset, value.slice(0, 1), 1, field)
      digits.write(bytes, offset + 1, value.slice(1), length - 1, field)
    },
    check(bytes, offset, length, field) {
      const sign = bytes[offset]
      if (sign !== credit && sign !== debit) throw new Iso8583Error(field, offset, rule)
      digits.check?.(bytes, offset + 1, length - 1, field)
    },
    read(received, offset, length) {
      const sign = received.bytes[offset] === credit ? 'C' : 'D'
      return sign + (digits.read(received, offset + 1, length - 1) as string)
    },
  }
}

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
