// The values of fields, by type and encoding. A codec reads and writes a value whose length is known; how long it is, and
// how a shorter one is filled up, is the business of `field-codec.ts`.
import { type CharacterType, characterClasses, characterTables, hexValues, typeNames } from './characters.ts'
import { Iso8583Error } from './error.ts'
import type { FieldValue, ReceivedBytes } from './message.ts'

export interface ValueCodec {
  /** How many bytes a value of this length has on the line. */
  sizeOf(length: number): number
  /** Writes a value that has been found to have this length, filled up to `length`. */
  write(bytes: Buffer, offset: number, value: FieldValue, length: number, field: number): void
  /** Throws unless there is such a value; the caller has made sure that there are enough bytes. Absent where any will do. */
  check?(bytes: Buffer, offset: number, length: number, field: number): void
  /** Reads what has been checked. */
  read(received: ReceivedBytes, offset: number, length: number): FieldValue
}

export interface ValueOptions {
  readonly padding: 'left' | 'right'
  /** Values are bytes with one character each, which can be overwritten. */
  readonly isSecret: boolean
}

const codeOf = (value: FieldValue, at: number): number =>
  typeof value === 'string' ? value.charCodeAt(at) : (value[at] as number)

/** Characters, one byte each. */
export function characterCodec(
  type: CharacterType,
  encoding: 'ascii' | 'ebcdic',
  { padding, isSecret }: ValueOptions,
): ValueCodec {
  const { classes, mask } = characterClasses(type)
  const { toLine, fromLine } = characterTables(encoding)
  const isPlain = encoding === 'ascii'
  const fill = toLine[type === 'n' ? 0x30 : 0x20] as number
  const rule = `it holds ${typeNames[type]}`
  /** The byte on the line of each character; -1 for one that is not permitted. */
  const lineBytes = Int16Array.from(toLine, (byte, code) => (((classes[code] as number) & mask) === 0 ? -1 : byte))
  // The digits follow each other in both encodings.
  const zero = toLine[0x30] as number

  return {
    sizeOf: (length) => length,
    write(bytes, offset, value, length, field) {
      const given = value.length
      const start = padding === 'left' ? offset + length - given : offset
      for (let at = 0; at < given; at += 1) {
        const code = codeOf(value, at)
        const byte = lineBytes[code & 255] as number
        if (byte < 0 || code > 255) throw new Iso8583Error(field, start + at, rule)
        bytes[start + at] = byte
      }
      // Only one of them has something to do.
      for (let at = offset; at < start; at += 1) bytes[at] = fill
      for (let at = start + given; at < offset + length; at += 1) bytes[at] = fill
    },
    // Another side's text is taken as it is: an odd character in a shop's name is no reason to lose an approval.
    ...(type === 'n' && {
      check(bytes: Buffer, offset: number, length: number, field: number) {
        for (let at = offset; at < offset + length; at += 1)
          if (((bytes[at] as number) - zero) >>> 0 > 9) throw new Iso8583Error(field, at, rule)
      },
    }),
    read(received, offset, length) {
      const { bytes } = received
      const end = offset + length
      if (isPlain) return isSecret ? bytes.subarray(offset, end) : received.latin1(offset, end)
      const latin1 = Buffer.allocUnsafe(length)
      for (let at = 0; at < length; at += 1) latin1[at] = fromLine[bytes[offset + at] as number] as number
      return isSecret ? latin1 : latin1.toString('latin1')
    },
  }
}

/** Digits, two to a byte; track data has its separator among them. */
export function bcdCodec(isTrack: boolean, { padding, isSecret }: ValueOptions): ValueCodec {
  const rule = isTrack ? 'it holds digits and a separator' : 'it holds digits'
  const isLeft = padding === 'left'

  const isDigit = (nibble: number) => nibble <= 9 || (isTrack && nibble === 13)
  /** 1 for a byte of which both nibbles are permitted. */
  const isWhole = Uint8Array.from({ length: 256 }, (_, byte) => Number(isDigit(byte >> 4) && isDigit(byte & 15)))

  /** The nibble of each character; -1 for one that is not permitted. */
  const nibbles = Int8Array.from({ length: 256 }, (_, code) => {
    if (code >= 0x30 && code <= 0x39) return code - 0x30
    return isTrack && (code === 0x3d || code === 0x44) ? 13 : -1
  })

  return {
    sizeOf: (length) => (length + 1) >> 1,
    write(bytes, offset, value, length, field) {
      // A shorter number has zeros in front; an odd one has another on the side of the padding.
      let nibble = (isLeft ? length & 1 : 0) + length - value.length
      let place = offset + (nibble >> 1)
      for (let before = offset; before < place; before += 1) bytes[before] = 0
      let high = 0
      for (let at = 0; at < value.length; at += 1, nibble += 1) {
        const code = codeOf(value, at)
        const digit = nibbles[code & 255] as number
        if (digit < 0 || code > 255) throw new Iso8583Error(field, place, rule)
        if ((nibble & 1) === 0) high = digit << 4
        else {
          bytes[place] = high | digit
          high = 0
          place += 1
        }
      }
      if ((nibble & 1) === 1) bytes[place] = high
    },
    check(bytes, offset, length, field) {
      const isOdd = (length & 1) === 1
      const end = offset + ((isLeft ? length + 1 : length) >> 1)
      for (let at = isOdd && isLeft ? offset + 1 : offset; at < end; at += 1)
        if (isWhole[bytes[at] as number] === 0) throw new Iso8583Error(field, at, rule)
      if (!isOdd) return
      // Of the byte that an odd number of digits shares with the padding, only its own nibble counts.
      const place = isLeft ? offset : end
      const byte = bytes[place] as number
      if (!isDigit(isLeft ? byte & 15 : byte >> 4)) throw new Iso8583Error(field, place, rule)
    },
    read(received, offset, length) {
      const first = padding === 'left' ? length & 1 : 0
      const start = offset * 2 + first
      if (!isSecret && !isTrack) return received.hexadecimal(start, start + length)
      const { bytes } = received
      const characters = Buffer.allocUnsafe(length)
      for (let at = 0; at < length; at += 1) {
        const nibble = first + at
        const byte = bytes[offset + (nibble >> 1)] as number
        const digit = (nibble & 1) === 0 ? byte >> 4 : byte & 15
        characters[at] = digit === 13 ? 0x3d : 0x30 + digit
      }
      return isSecret ? characters : characters.toString('latin1')
    },
  }
}

/** Track data as characters: digits and a separator, written as `=`. */
export function trackCodec(encoding: 'ascii' | 'ebcdic', { isSecret }: ValueOptions): ValueCodec {
  const { toLine, fromLine } = characterTables(encoding)
  const rule = 'it holds digits and a separator'
  const checked = (code: number): number => {
    if (code >= 0x30 && code <= 0x39) return code
    return code === 0x3d || code === 0x44 ? 0x3d : -1
  }
  return {
    sizeOf: (length) => length,
    write(bytes, offset, value, _, field) {
      for (let at = 0; at < value.length; at += 1) {
        const code = checked(codeOf(value, at))
        if (code < 0) throw new Iso8583Error(field, offset + at, rule)
        bytes[offset + at] = toLine[code] as number
      }
    },
    check(bytes, offset, length, field) {
      for (let at = offset; at < offset + length; at += 1)
        if (checked(fromLine[bytes[at] as number] as number) < 0) throw new Iso8583Error(field, at, rule)
    },
    read({ bytes }, offset, length) {
      const characters = Buffer.allocUnsafe(length)
      for (let at = 0; at < length; at += 1) characters[at] = checked(fromLine[bytes[offset + at] as number] as number)
      return isSecret ? characters : characters.toString('latin1')
    },
  }
}

/** Bytes as they are. */
export const binaryCodec: ValueCodec = {
  sizeOf: (length) => length,
  write(bytes, offset, value, length, field) {
    const given = bytesOf(value, field, offset)
    bytes.set(given, offset)
    bytes.fill(0, offset + given.length, offset + length)
  },
  read: ({ bytes }, offset, length) => bytes.subarray(offset, offset + length),
}

/** Bytes as two hexadecimal characters each; either case is read. */
export const hexadecimalCodec: ValueCodec = {
  sizeOf: (length) => length * 2,
  write(bytes, offset, value, length, field) {
    const given = bytesOf(value, field, offset)
    bytes.write(given.toString('hex').toUpperCase(), offset, 'latin1')
    bytes.fill(0x30, offset + given.length * 2, offset + length * 2)
  },
  check(bytes, offset, length, field) {
    for (let at = offset; at < offset + length * 2; at += 1)
      if ((hexValues[bytes[at] as number] as number) < 0)
        throw new Iso8583Error(field, at, 'it holds hexadecimal characters')
  },
  read({ bytes }, offset, length) {
    const value = Buffer.allocUnsafe(length)
    for (let at = 0; at < length; at += 1) {
      const high = hexValues[bytes[offset + at * 2] as number] as number
      value[at] = (high << 4) | (hexValues[bytes[offset + at * 2 + 1] as number] as number)
    }
    return value
  },
}

function bytesOf(value: FieldValue, field: number, offset: number): Buffer {
  if (typeof value === 'string') throw new Iso8583Error(field, offset, 'it holds bytes')
  return value
}
