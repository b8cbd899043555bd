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
  readonly size: () => SliceSize
}

export interface SliceSize {
  /** How long one turn may spend on the steps. */
  readonly ms: number
  /**
   * How many steps begin together. Their continuations take turns, so that each piece of code runs for all of them while
   * the processor's cache holds it: a payment runs through more code than fits there.
   */
  readonly together: number
}

/** Steps that begin in one callback. */
interface StepGroup {
  count: number
}

interface Slice {
  startMs: number | undefined
  left: number
  lastGroup: StepGroup | undefined
}

const stepsPerTurnMax = 256

export function loopSlices({ step, size }: SliceOptions): LoopSlices {
  const emptySlice = (): Slice => ({ startMs: undefined, left: 0, lastGroup: undefined })
  let next = emptySlice()
  let owed = 0

  const plan = () => {
    while (owed > 0 && next.left < stepsPerTurnMax) {
      if (!next.lastGroup || next.lastGroup.count >= size().together) {
        next.lastGroup = { count: 0 }
        // One callback for each group: Node runs what its steps have scheduled before the next.
        setImmediate(take, next, next.lastGroup)
      }
      next.lastGroup.count += 1
      next.left += 1
      owed -= 1
    }
  }

  const take = (slice: Slice, { count }: StepGroup) => {
    const nowMs = performance.now()
    if (slice.startMs === undefined) {
      slice.startMs = nowMs
      // What is added from here on belongs to the next turn.
      next = emptySlice()
    }
    slice.left -= count
    if (nowMs - slice.startMs >= size().ms) owed += count
    else begin(count)
    if (slice.left === 0) plan()
  }

  const begin = (count: number) => {
    for (let begun = 0; begun < count; begun += 1) {
      if (step()) continue
      owed = 0
      return
    }
  }

  return {
    add(count) {
      owed += count
      plan()
    },
  }
}
