// Messages on a stream: a length, perhaps a header, and the message.
import { Iso8583Error } from './error.ts'

export interface Framing {
  readonly length: 'binary-2' | 'binary-4' | 'ascii-4'
  /** The length counts itself, too. */
  readonly isInclusive?: boolean | undefined
  /** The bytes between length and message, which the length counts; a TPDU's two addresses are swapped in answers. */
  readonly header?: { readonly kind: 'TPDU' | 'FIXED'; readonly bytes: Buffer } | undefined
}

export interface MessageFrame {
  readonly header: Buffer
  /** Empty for a keep-alive. */
  readonly message: Buffer
}

export interface Framer {
  /** The whole frame of a message. */
  frame(message: Buffer, header?: Buffer): Buffer
  /** A reader for one connection, which is fed as bytes arrive. */
  reader(): FrameReader
  /** The header of an answer to a frame. */
  responseHeader(header: Buffer): Buffer
}

export interface FrameReader {
  /** The frames that are complete now. Throws when the other side cannot be understood any more. */
  push(bytes: Buffer): readonly MessageFrame[]
  /** How many bytes wait for the rest of their frame. */
  readonly waiting: number
}

const sizes = { 'binary-2': 2, 'binary-4': 4, 'ascii-4': 4 } as const
const largest = { 'binary-2': 0xffff, 'binary-4': 0xffff_ffff, 'ascii-4': 9999 } as const

/** A frame may not be longer than this, whatever its length says: a wrong length must not make us wait for gigabytes. */
const frameMax = 0x1_0000

export function framing({ length: kind, isInclusive = false, header }: Framing): Framer {
  const size = sizes[kind]
  const headerSize = header?.bytes.length ?? 0
  const own = isInclusive ? size : 0
  const limit = Math.min(largest[kind], frameMax)

  function lengthIn(bytes: Buffer, at: number): number {
    if (kind === 'binary-2') return bytes.readUInt16BE(at)
    if (kind === 'binary-4') return bytes.readUInt32BE(at)
    const text = bytes.toString('latin1', at, at + size)
    if (!/^\d{4}$/.test(text)) throw new Iso8583Error('message type', at, 'the length of a frame is four digits')
    return Number(text)
  }

  return {
    frame(message, ownHeader = header?.bytes ?? Buffer.alloc(0)) {
      const counted = ownHeader.length + message.length + own
      if (counted > limit) throw new Iso8583Error('message type', 0, `a frame has at most ${limit} bytes`)
      const frame = Buffer.allocUnsafe(size + ownHeader.length + message.length)
      if (kind === 'binary-2') frame.writeUInt16BE(counted, 0)
      else if (kind === 'binary-4') frame.writeUInt32BE(counted, 0)
      else frame.write(String(counted).padStart(4, '0'), 0, 'latin1')
      frame.set(ownHeader, size)
      frame.set(message, size + ownHeader.length)
      return frame
    },

    reader() {
      let buffered = Buffer.alloc(0)
      return {
        get waiting() {
          return buffered.length
        },
        push(bytes) {
          const all = buffered.length === 0 ? bytes : Buffer.concat([buffered, bytes])
          buffered.fill(0)
          const frames: MessageFrame[] = []
          let at = 0
          while (all.length - at >= size) {
            const counted = lengthIn(all, at) - own
            if (counted < 0 || counted > limit)
              throw new Iso8583Error('message type', at, `a frame of ${counted} bytes is not possible`)
            if (all.length - at - size < counted) break
            const start = at + size
            const end = start + counted
            // A frame without a message keeps a connection alive; some hosts leave out its header, too.
            const messageStart = counted === 0 ? end : start + headerSize
            if (messageStart > end) throw new Iso8583Error('message type', start, 'a frame is shorter than its header')
            frames.push({ header: all.subarray(start, messageStart), message: all.subarray(messageStart, end) })
            at = end
          }
          // What waits is copied, so that wiping a message does not touch it.
          buffered = Buffer.from(all.subarray(at))
          return frames
        },
      }
    },

    responseHeader(received) {
      if (header?.kind !== 'TPDU' || received.length !== 5) return Buffer.from(received)
      const [id = 0, to1 = 0, to2 = 0, from1 = 0, from2 = 0] = received
      return Buffer.from([id, from1, from2, to1, to2])
    },
  }
}
