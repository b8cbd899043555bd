// Packs and unpacks messages of one specification. Everything that follows from the specification is worked out once.
import { characterTables, hexValues } from './characters.ts'
import { Iso8583Error } from './error.ts'
import { type FieldCodec, fieldCodec } from './field-codec.ts'
import { Iso8583Message, ReceivedBytes } from './message.ts'
import { type MessageSpecification, secondBitmapBit, thirdBitmapBit } from './specification.ts'

export interface Iso8583Codec {
  readonly specification: MessageSpecification
  /** The bytes of a message. They contain secrets: the sender overwrites them after sending. */
  pack(message: Iso8583Message): Buffer
  /** Values are read lazily from the given bytes, which must not be reused for anything else. */
  unpack(bytes: Buffer): Iso8583Message
}

const bitmapBits = 64
const bitmapsMax = 3

export function compileCodec(specification: MessageSpecification): Iso8583Codec {
  const codecs: (FieldCodec | undefined)[] = []
  for (const [number, field] of Object.entries(specification.fields))
    codecs[Number(number)] = fieldCodec(Number(number), field)
  const types = typeCodec(specification.messageType)
  const bitmaps = specification.bitmap === 'binary' ? binaryBitmap : hexadecimalBitmap
  const sizeMax = codecs.reduce((sum, codec) => sum + (codec?.sizeMax ?? 0), types.size + bitmapsMax * bitmaps.size)
  // Nothing waits while a message is packed, so that one place is enough for all.
  const scratch = Buffer.alloc(sizeMax)
  const words = new Int32Array(bitmapsMax * 2)

  return {
    specification,

    pack(message) {
      const end = message.fieldsEnd
      const bitmapCount = end > bitmapBits * 2 + 1 ? 3 : end > bitmapBits + 1 ? 2 : 1
      words.fill(0)
      types.write(scratch, message.type)
      let offset = types.size + bitmapCount * bitmaps.size
      try {
        for (let number = 2; number < end; number += 1) {
          const value = message.value(number)
          if (value === undefined) continue
          const codec = codecs[number]
          if (!codec) throw new Iso8583Error(number, offset, 'the specification has no such field')
          offset = codec.write(scratch, offset, value)
          setBit(words, number)
        }
        if (bitmapCount > 1) setBit(words, secondBitmapBit)
        if (bitmapCount > 2) setBit(words, thirdBitmapBit)
        for (let at = 0; at < bitmapCount; at += 1) bitmaps.write(scratch, types.size + at * bitmaps.size, words, at)
        const packed = Buffer.allocUnsafe(offset)
        scratch.copy(packed, 0, 0, offset)
        scratch.fill(0, 0, offset)
        return packed
      } catch (error) {
        // The field that failed may have left a part of its value.
        scratch.fill(0)
        throw error
      }
    },

    unpack(bytes) {
      const received = new ReceivedBytes(bytes)
      const message = new Iso8583Message(types.read(bytes), { bytes: received, readers: codecs })
      let offset = types.size
      let bitmapCount = 1
      for (let at = 0; at < bitmapCount; at += 1) {
        if (offset + bitmaps.size > bytes.length)
          throw new Iso8583Error('bitmap', offset, `it needs ${bitmaps.size} bytes`)
        bitmaps.read(bytes, offset, words, at)
        offset += bitmaps.size
        // The first bit of the first and the second bitmap announces another.
        if (at < bitmapsMax - 1 && ((words[at * 2] as number) & 0x8000_0000) !== 0) bitmapCount += 1
      }
      for (let at = 0; at < bitmapCount * 2; at += 1) {
        // The first bit of each bitmap is no field; that of the third has no meaning.
        let word = (at & 1) === 0 ? (words[at] as number) & 0x7fff_ffff : (words[at] as number)
        while (word !== 0) {
          const bit = Math.clz32(word)
          word &= ~(0x8000_0000 >>> bit)
          const number = at * 32 + bit + 1
          const codec = codecs[number]
          if (!codec) throw new Iso8583Error(number, offset, 'the specification has no such field')
          offset = codec.find(received, offset, message)
        }
      }
      if (offset < bytes.length)
        throw new Iso8583Error('bitmap', offset, `${bytes.length - offset} bytes follow the last field that it names`)
      return message
    },
  }
}

function setBit(words: Int32Array, number: number): void {
  const at = (number - 1) >> 5
  words[at] = (words[at] as number) | (0x8000_0000 >>> ((number - 1) & 31))
}

interface BitmapCodec {
  readonly size: number
  write(bytes: Buffer, offset: number, words: Int32Array, at: number): void
  read(bytes: Buffer, offset: number, words: Int32Array, at: number): void
}

const binaryBitmap: BitmapCodec = {
  size: 8,
  write(bytes, offset, words, at) {
    bytes.writeInt32BE(words[at * 2] as number, offset)
    bytes.writeInt32BE(words[at * 2 + 1] as number, offset + 4)
  },
  read(bytes, offset, words, at) {
    words[at * 2] = bytes.readInt32BE(offset)
    words[at * 2 + 1] = bytes.readInt32BE(offset + 4)
  },
}

const hexCharacters = Buffer.from('0123456789ABCDEF', 'latin1')

const hexadecimalBitmap: BitmapCodec = {
  size: 16,
  write(bytes, offset, words, at) {
    for (let character = 0; character < 16; character += 1) {
      const word = words[at * 2 + (character >> 3)] as number
      bytes[offset + character] = hexCharacters[(word >>> (28 - (character & 7) * 4)) & 15] as number
    }
  },
  read(bytes, offset, words, at) {
    for (let half = 0; half < 2; half += 1) {
      let word = 0
      for (let character = 0; character < 8; character += 1) {
        const place = offset + half * 8 + character
        const value = hexValues[bytes[place] as number] as number
        if (value < 0) throw new Iso8583Error('bitmap', place, 'it holds hexadecimal characters')
        word = (word << 4) | value
      }
      words[at * 2 + half] = word
    }
  },
}

interface TypeCodec {
  readonly size: number
  write(bytes: Buffer, type: string): void
  read(bytes: Buffer): string
}

/** Every message type by its number, so that reading one makes no string. */
const typeTexts: readonly string[] = Array.from({ length: 10_000 }, (_, number) => String(number).padStart(4, '0'))
const typeDigits = 4

function wrongType(): Iso8583Error {
  return new Iso8583Error('message type', 0, 'it has four digits')
}

function typeCodec(encoding: MessageSpecification['messageType']): TypeCodec {
  const isBcd = encoding === 'bcd'
  const { toLine, fromLine } = characterTables(encoding === 'ebcdic' ? 'ebcdic' : 'ascii')
  const size = isBcd ? typeDigits / 2 : typeDigits
  return {
    size,
    write(bytes, type) {
      if (type.length !== typeDigits) throw wrongType()
      if (isBcd) bytes[0] = bytes[1] = 0
      for (let at = 0; at < typeDigits; at += 1) {
        const code = type.charCodeAt(at)
        if (code < 0x30 || code > 0x39) throw wrongType()
        if (isBcd) bytes[at >> 1] = ((bytes[at >> 1] as number) << 4) | (code - 0x30)
        else bytes[at] = toLine[code] as number
      }
    },
    read(bytes) {
      if (bytes.length < size) throw wrongType()
      let number = 0
      for (let at = 0; at < typeDigits; at += 1) {
        const byte = bytes[isBcd ? at >> 1 : at] as number
        const digit = isBcd ? ((at & 1) === 0 ? byte >> 4 : byte & 15) : (fromLine[byte] as number) - 0x30
        if (digit < 0 || digit > 9) throw wrongType()
        number = number * 10 + digit
      }
      return typeTexts[number] as string
    },
  }
}
