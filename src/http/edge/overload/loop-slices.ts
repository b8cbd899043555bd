// Shares each turn of the event loop between requests and everything else. Node reads every socket that has input in
// one turn and accepts one connection for each turn and listening socket: if all requests were processed as they are
// read, a turn would be as long as all of them together, and new connections would starve.

export interface LoopSlices {
  /** There is this much to do, or more; `step` is called for it in this turn and later ones. */
  add(count: number): void
}

export interface SliceOptions {
  /** Begins one piece of work; false when there is none that may begin. */
  readonly step: () => boolean
  /** How long one turn may spend on the steps. */
  readonly sliceMs: () => number
}

interface Slice {
  startMs: number | undefined
  left: number
}

const stepsPerTurnMax = 256

export function loopSlices({ step, sliceMs }: SliceOptions): LoopSlices {
  let next: Slice = { startMs: undefined, left: 0 }
  let owed = 0

  const plan = () => {
    while (owed > 0 && next.left < stepsPerTurnMax) {
      owed -= 1
      next.left += 1
      // One callback for each step: Node runs what the step has scheduled before the next.
      setImmediate(take, next)
    }
  }

  const take = (slice: Slice) => {
    const nowMs = performance.now()
    if (slice.startMs === undefined) {
      slice.startMs = nowMs
      // What is added from here on belongs to the next turn.
      next = { startMs: undefined, left: 0 }
    }
    slice.left -= 1
    if (nowMs - slice.startMs >= sliceMs()) owed += 1
    else if (!step()) owed = 0
    if (slice.left === 0) plan()
  }

  return {
    add(count) {
      owed += count
      plan()
    },
  }
}
