// Writes frames to a socket. Those of one turn of the event loop go out together; their bytes are overwritten when they have left.
import type { Socket } from 'node:net'

/** A host that reads this little is as good as gone: what else it gets would arrive too late. */
const unwrittenMax = 1_048_576
const longestTimerMs = 2 ** 31 - 1

export class FrameWriter {
  readonly #socket: Socket
  readonly #onLate: () => void
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
      process.nextTick(() => {
        this.#isCorked = false
        this.#socket.uncork()
      })
    }
    let late: NodeJS.Timeout | undefined
    this.#socket.write(frame, () => {
      clearTimeout(late)
      frame.fill(0)
    })
    if (writeBefore === Number.POSITIVE_INFINITY) return
    const leftMs = Math.min(Math.max(writeBefore - performance.now(), 0), longestTimerMs)
    late = setTimeout(this.#onLate, leftMs)
    late.unref()
  }
}
