// What arrives on one connection, separated into messages, authenticated, and handed to the request that waits for it; and what is
// written to it.

import type { Socket } from 'node:net'
import { type FrameReader, Iso8583Error, type Iso8583Message } from '../../../iso8583/index.ts'
import { elapsedMs } from '../../../platform/concurrency/elapsed-time.ts'
import { isBelievable, isNetwork, type MacCheck } from '../keys/link-keys.ts'
import type { LinkParts } from '../link-parts.ts'

interface FrameHandlers {
  /** A request of the host's own. */
  readonly onRequest: (request: Iso8583Message, check: MacCheck) => unknown
  /** A message is not believed. */
  readonly onDistrust: (why: string) => unknown
  /** Nothing more is read from this connection. */
  readonly onEnd: (why: string) => unknown
}

const wrongCode = 'the message authentication code of an answer was wrong'

/**
 * Of each second: requests of the host's own, answers to nothing, messages that are not believed, empty frames. A host needs a few in a
 * minute; the thread that reads them serves all payments. What the host was sent bounds late and second responses.
 */
const unsolicitedMax = 100
const flooded = `the host sent more than ${unsolicitedMax} messages a second that answer nothing`

export class ReceivedFrames {
  readonly #parts: LinkParts
  readonly #handlers: FrameHandlers
  readonly #reader: FrameReader
  #isEnded = false
  #secondMs = Number.NEGATIVE_INFINITY
  #unsolicited = 0

  constructor(parts: LinkParts, handlers: FrameHandlers) {
    this.#parts = parts
    this.#handlers = handlers
    this.#reader = parts.framer.reader()
  }

  push(bytes: Buffer): void {
    const { codec, counts, log } = this.#parts
    try {
      for (const { message } of this.#reader.push(bytes)) {
        if (this.#isEnded) message.fill(0)
        // An empty frame keeps the connection alive.
        else if (message.length === 0) this.#spend()
        else this.#take(codec.unpack(message), message)
      }
    } catch (error) {
      if (!(error instanceof Iso8583Error)) throw error
      // Later messages cannot be separated any more.
      counts.unreadable += 1
      log('a message of the host could not be read', { problem: error.message })
      this.#end(`a message could not be read: ${error.message}`)
    }
  }

  #end(why: string): void {
    this.#isEnded = true
    this.#handlers.onEnd(why)
  }

  /** False when the host has sent too many; the connection is given up then. */
  #spend(): boolean {
    const nowMs = performance.now()
    if (nowMs - this.#secondMs >= 1_000) {
      this.#secondMs = nowMs
      this.#unsolicited = 0
    }
    this.#unsolicited += 1
    if (this.#unsolicited > unsolicitedMax && !this.#isEnded) this.#end(flooded)
    return !this.#isEnded
  }

  #take(message: Iso8583Message, bytes: Buffer): void {
    const { keys, codec } = this.#parts
    const check = keys.check(message, bytes, codec)
    if (isBelievable(message, check)) this.#dispatch(message, check)
    else if (this.#spend()) void this.#distrust(message, bytes)
    else message.wipe()
  }

  /** Another process may have been sent a new key; with that one it is tried once more. */
  async #distrust(message: Iso8583Message, bytes: Buffer): Promise<void> {
    const { keys, codec, counts, log, inFlight } = this.#parts
    await keys.load().catch(() => undefined)
    const check = keys.check(message, bytes, codec)
    if (this.#isEnded) {
      message.wipe()
      return
    }
    if (isBelievable(message, check)) {
      this.#dispatch(message, check)
      return
    }
    counts.wrongMac += 1
    this.#handlers.onDistrust(wrongCode)
    log('the message authentication code of a message is wrong; it is not believed', { type: message.type })
    inFlight.distrust(message, 'the message authentication code of the answer is wrong')
    message.wipe()
  }

  #dispatch(message: Iso8583Message, check: MacCheck): void {
    const { inFlight, counts, log } = this.#parts
    const isRequest = Number(message.type[2]) % 2 === 0
    const unexpected = isRequest ? 'unsolicited' : inFlight.take(message)
    if (unexpected === undefined) return
    if (unexpected === 'unsolicited' && !this.#spend()) {
      message.wipe()
      return
    }
    if (isRequest && isNetwork(message)) {
      this.#handlers.onRequest(message, check)
      return
    }
    counts[unexpected] += 1
    const described = { type: message.type, transmission: message.text(7), trace: message.text(11), unexpected }
    log('a message of the host answers nothing that is in flight', described)
    message.wipe()
  }
}

/** A host that reads this little is as good as gone: what else it gets would arrive too late. */
const unwrittenMax = 1_048_576
const longestTimerMs = 2 ** 31 - 1

interface UnwrittenFrame {
  readonly writeBefore: number
  isWritten: boolean
  late?: NodeJS.Timeout
}

/**
 * Writes frames to a socket. Those of one turn of the event loop go out together, because each write costs more
 * than packing its frames; their bytes are overwritten when they have left.
 */
export class FrameWriter {
  readonly #socket: Socket
  readonly #onLate: () => void
  /** Of this turn, with a time to be written before. */
  #frames: UnwrittenFrame[] = []
  #isCorked = false

  /** `onLate` is called when a frame could not be written in time: it must not leave this process later. */
  constructor(socket: Socket, onLate: () => void) {
    this.#socket = socket
    this.#onLate = onLate
  }

  get isReady(): boolean {
    return this.#socket.writable && this.#socket.writableLength <= unwrittenMax
  }

  write(frame: Buffer, writeBefore = Number.POSITIVE_INFINITY): void {
    if (!this.#isCorked) {
      this.#isCorked = true
      this.#socket.cork()
      setImmediate(() => this.#send())
    }
    const unwritten: UnwrittenFrame = { writeBefore, isWritten: false }
    this.#socket.write(frame, () => {
      unwritten.isWritten = true
      clearTimeout(unwritten.late)
      frame.fill(0)
    })
    if (writeBefore !== Number.POSITIVE_INFINITY) this.#frames.push(unwritten)
  }

  /** The system takes almost every frame at once; only one that it did not take needs a timer. */
  #send(): void {
    this.#isCorked = false
    this.#socket.uncork()
    const frames = this.#frames
    this.#frames = []
    if (this.#socket.writableLength > 0) for (const frame of frames) this.#watch(frame)
  }

  #watch(frame: UnwrittenFrame): void {
    if (frame.isWritten) return
    const leftMs = Math.min(Math.max(frame.writeBefore - elapsedMs(), 0), longestTimerMs)
    frame.late = setTimeout(this.#onLate, leftMs)
    frame.late.unref()
  }
}
