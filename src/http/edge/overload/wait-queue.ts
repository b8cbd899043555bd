// How waiting requests get their turn: a queue that measures how fast it moves, and slices of the event loop in which it is
// served.

export interface WaitQueue<Item> {
  readonly length: number
  push(item: Item): void
  first(): Item | undefined
  /** Removes the first to serve it. */
  serve(): Item | undefined
  /** Removes the first without serving it. */
  drop(): void
  /** How many it could serve recently. */
  readonly servedPerMs: number
  /** To be called repeatedly, with the time since the last call. */
  average(elapsedMs: number): void
}

/** The time over which the speed is averaged. */
const averagedMs = 500
/** Empty places at the front are freed when there are this many. */
const compactFrom = 1_000

export function createWaitQueue<Item>(): WaitQueue<Item> {
  let items: (Item | undefined)[] = []
  let head = 0
  let served = 0
  let servedPerMs = 0

  const take = () => {
    const item = items[head]
    if (item === undefined) return undefined
    items[head] = undefined
    head += 1
    if (head >= compactFrom && head * 2 >= items.length) {
      items = items.slice(head)
      head = 0
    }
    return item
  }

  return {
    get length() {
      return items.length - head
    },
    get servedPerMs() {
      return servedPerMs
    },
    push: (item) => void items.push(item),
    first: () => items[head],
    serve() {
      const item = take()
      if (item !== undefined) served += 1
      return item
    },
    drop: () => void take(),
    average(elapsedMs) {
      if (elapsedMs > 0) {
        const share = 1 - Math.exp(-elapsedMs / averagedMs)
        const change = (served / elapsedMs - servedPerMs) * share
        // When the queue is empty, arrivals were the limit: it could have been faster.
        if (change > 0 || items.length > head) servedPerMs += change
      }
      served = 0
    },
  }
}

/**
 * Shares each turn of the event loop between requests and everything else. Node reads every socket that has input in
 * one turn and accepts one connection for each turn and listening socket: if all requests were processed as they are
 * read, a turn would be as long as all of them together, and new connections would starve.
 */
interface LoopSlices {
  /** There is this much to do, or more; `step` is called for it in this turn and later ones. */
  add(count: number): void
}

interface SliceOptions {
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
