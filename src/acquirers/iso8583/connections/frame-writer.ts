// Writes frames to a socket. Those of one turn of the event loop go out together, because each write costs more than packing
// its frames; their bytes are overwritten when they have left.

import type { Socket } from 'node:net'
import { elapsedMs } from '../../../platform/concurrency/elapsed-time.ts'

/** A host that reads this little is as good as gone: what else it gets would arrive too late. */
const unwrittenMax = 1_048_576
const longestTimerMs = 2 ** 31 - 1

interface UnwrittenFrame {
  readonly writeBefore: number
  isWritten: boolean
  late?: NodeJS.Timeout
}

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
