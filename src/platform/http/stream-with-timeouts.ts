// Passes chunks on as fast as they are read, but not for ever: a reader that stops, or would need hours, is cut off.

export interface ReaderTimeouts {
  /** How long the next chunk may wait to be read. */
  readonly pieceMs: number
  /** How long it may take in all. */
  readonly wholeMs: number
}

export async function* streamWithTimeouts<Piece>(
  pieces: AsyncIterable<Piece>,
  { pieceMs, wholeMs }: ReaderTimeouts,
  onTooSlow: () => void,
): AsyncGenerator<Piece> {
  const untilMs = performance.now() + wholeMs
  for await (const piece of pieces) {
    const timer = setTimeout(onTooSlow, Math.min(pieceMs, Math.max(untilMs - performance.now(), 0)))
    try {
      yield piece
    } finally {
      clearTimeout(timer)
    }
  }
}
