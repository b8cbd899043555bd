// A queue of requests, first in first out, that measures how fast it moves.

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
