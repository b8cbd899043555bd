// BER-TLV as chip cards have it (EMV book 3, annex B): tags of one to three bytes, definite lengths of up to three.
import { Iso8583Error } from './error.ts'

export interface ChipValue {
  /** In hexadecimal, upper case. */
  readonly tag: string
  readonly value: Buffer
}

const tagBytesMax = 3
const lengthBytesMax = 2

function read(field: number, bytes: Buffer): readonly ChipValue[] {
  const values: ChipValue[] = []
  let at = 0
  while (at < bytes.length) {
    // Zeros between values are permitted, and mean nothing.
    if (bytes[at] === 0) {
      at += 1
      continue
    }
    const tagEnd = endOfTag(field, bytes, at)
    const { length, end: start } = lengthAt(field, bytes, tagEnd)
    if (start + length > bytes.length) throw new Iso8583Error(field, at, 'a value is longer than the field')
    values.push({ tag: bytes.toString('hex', at, tagEnd).toUpperCase(), value: bytes.subarray(start, start + length) })
    at = start + length
  }
  return values
}

function endOfTag(field: number, bytes: Buffer, start: number): number {
  let end = start + 1
  if (((bytes[start] as number) & 0x1f) === 0x1f) {
    do {
      if (end >= bytes.length || end - start >= tagBytesMax)
        throw new Iso8583Error(field, start, 'a tag is not complete')
      end += 1
    } while (((bytes[end - 1] as number) & 0x80) !== 0)
  }
  return end
}

function lengthAt(field: number, bytes: Buffer, at: number): { readonly length: number; readonly end: number } {
  const first = bytes[at]
  if (first === undefined) throw new Iso8583Error(field, at, 'a tag has no length')
  if (first < 0x80) return { length: first, end: at + 1 }
  const count = first & 0x7f
  if (count === 0 || count > lengthBytesMax || at + 1 + count > bytes.length)
    throw new Iso8583Error(field, at, 'a length is definite and has at most two bytes')
  return { length: bytes.readUIntBE(at + 1, count), end: at + 1 + count }
}

function write(field: number, values: readonly ChipValue[]): Buffer {
  return Buffer.concat(
    values.flatMap(({ tag, value }) => {
      const name = Buffer.from(tag, 'hex')
      if (name.length * 2 !== tag.length || name.length === 0 || endOfTag(field, name, 0) !== name.length)
        throw new Iso8583Error(field, 0, `${tag} is no tag`)
      return [name, lengthBytes(value.length), value]
    }),
  )
}

function lengthBytes(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length])
  return length < 0x100 ? Buffer.from([0x81, length]) : Buffer.from([0x82, length >> 8, length & 0xff])
}

export const berTlv = { read, write }
