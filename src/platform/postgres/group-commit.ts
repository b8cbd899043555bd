// Group commit: requests that arrive while a batch is under way share the next one, and one disk flush serves many. No
// request waits for a batch to fill, and a locked row delays only the requests that need that row.
import { RecentMap } from '../../kernel/recent-map.ts'
import { type DatabaseErrorKind, databaseErrorKindOf } from './database-errors.ts'

/** Too many are waiting already, or a row that this one needs is locked; nothing was done with it. */
export class BatchQueueOverloaded extends Error {
  override readonly name = 'Overloaded'
}

export interface BatchOptions<Item, Answer> {
  /**
   * The rows that it changes. At most one with the same key in a batch, and rows are sent in the order of their keys:
   * two batches never deadlock.
   */
  readonly keyOf: (item: Item) => string
  /** Sends rows as one unit of work; one answer for each row, in their order. */
  readonly send: (items: readonly Item[]) => Promise<readonly Answer[]>
  /** How many batches run side by side. Batches that were split have one additional lane, used only by them. */
  readonly lanes: number
  readonly rowsMax: number
  /** Above this many waiting rows, a further one is refused at once. Without it none ever is. */
  readonly waitingMax?: number
  /** Rows with the same key that wait at the same time are merged, with one answer for all. For reads. */
  readonly isShared?: boolean
  /** Whether a row is retried, after a pause, when the database could not be reached or the row is locked. */
  readonly isSentAgain?: (failure: BatchFailure) => boolean
  /** Whether the caller of a row that is sent again still waits for it; otherwise the caller gets the error meanwhile. */
  readonly isAwaited?: (failure: BatchFailure) => boolean
  /** The answer for a locked row, where there is one without waiting for it; undefined: it is retried. */
  readonly answerHeld?: (item: Item) => Promise<Answer | undefined>
  /** Called for every batch, for metrics. */
  readonly onSent?: (rows: number) => void
}

export interface BatchFailure {
  readonly kind: DatabaseErrorKind
  readonly tries: number
  /** Since the row was added. */
  readonly sinceMs: number
}

export interface BatchQueue<Item, Answer> {
  add(item: Item): Promise<Answer>
  /** How long the oldest row without an answer has been waiting. */
  oldestMs(): number
}

interface QueuedItem<Item, Answer> {
  readonly item: Item
  readonly key: string
  readonly addedAtMs: number
  readonly answer: Promise<Answer>
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
  tries: number
}

/**
 * A batch of this many rows is sent at once, while further requests are still being read: the database works on it meanwhile. A
 * larger one would cost each row little less.
 */
const rowsAtOnce = 32
/** A deadlock is retried at once, this often. */
const repeatsMax = 3
/** A locked row is tried this often before it is refused, unless it is to be retried for longer. */
const heldTriesMax = 3
/** A row that was locked is sent alone for this long: in a batch it would hold up the others again. */
const heldForMs = 2_000
const heldMax = 1_000
const pausesMs = { first: 50, longest: 1_000 }

export function openBatchQueue<Item, Answer>(options: BatchOptions<Item, Answer>): BatchQueue<Item, Answer> {
  type Row = QueuedItem<Item, Answer>
  const { keyOf, send, rowsMax, waitingMax = Number.POSITIVE_INFINITY, isShared, onSent } = options
  const { isSentAgain = () => false, isAwaited = () => true, answerHeld } = options
  const unanswered = new Set<Row>()
  let waiting: Row[] = []
  /** Parts of batches that contained a locked row, and rows that were locked a moment ago. Sent as they are. */
  const parts: (readonly Row[])[] = []
  const heldUntilMs = new RecentMap<number>(heldMax)
  const usual = { running: 0, max: options.lanes }
  const apart = { running: 0, max: 1 }
  let isStartPlanned = false

  return {
    add(item) {
      if (waiting.length + parts.length >= waitingMax)
        return Promise.reject(new BatchQueueOverloaded('too many requests are waiting'))
      const key = keyOf(item)
      const same = isShared && waiting.find((each) => each.key === key)
      if (same) return same.answer
      const { promise: answer, resolve, reject } = Promise.withResolvers<Answer>()
      const row: Row = { item, key, addedAtMs: performance.now(), answer, resolve, reject, tries: 0 }
      unanswered.add(row)
      enqueue(row)
      return answer
    },

    oldestMs() {
      const [oldest] = unanswered
      return oldest ? performance.now() - oldest.addedAtMs : 0
    },
  }

  function enqueue(row: Row): void {
    if (isHeld(row.key)) parts.push([row])
    // Retried rows are older than those that wait for their first time.
    else if (row.tries > 0) waiting.unshift(row)
    else waiting.push(row)
    planStart()
  }

  /** A small batch starts after the input that is already there has been read: rows that arrive together are sent together. */
  function planStart(): void {
    if (waiting.length >= rowsAtOnce) startUsual()
    if (isStartPlanned || !mayStart()) return
    isStartPlanned = true
    setImmediate(() => {
      isStartPlanned = false
      startUsual()
      for (let part = nextPart(); part; part = nextPart()) void run(part, apart)
    })
  }

  function startUsual(): void {
    while (waiting.length > 0 && usual.running < usual.max) void run(take(), usual)
  }

  function mayStart(): boolean {
    return (waiting.length > 0 && usual.running < usual.max) || (parts.length > 0 && apart.running < apart.max)
  }

  function nextPart(): readonly Row[] | undefined {
    return apart.running < apart.max ? parts.shift() : undefined
  }

  function take(): readonly Row[] {
    const batch = new Map<string, Row>()
    const left: Row[] = []
    for (const each of waiting) {
      if (batch.size >= rowsMax || batch.has(each.key)) left.push(each)
      else batch.set(each.key, each)
    }
    waiting = left
    return [...batch.values()].sort((a, b) => (a.key < b.key ? -1 : 1))
  }

  async function run(batch: readonly Row[], lane: { running: number }): Promise<void> {
    lane.running += 1
    onSent?.(batch.length)
    try {
      succeed(batch, await sendRepeating(batch.map(({ item }) => item)))
    } catch (error) {
      if (batch.length > 1 && databaseErrorKindOf(error) === 'DATA') await runOneByOne(batch)
      else fail(batch, error)
    } finally {
      lane.running -= 1
      planStart()
    }
  }

  /** One row that the database refuses must not affect the others. */
  async function runOneByOne(batch: readonly Row[]): Promise<void> {
    for (const row of batch)
      await sendRepeating([row.item]).then(
        (answers) => succeed([row], answers),
        (error: unknown) => fail([row], error),
      )
  }

  function succeed(batch: readonly Row[], answers: readonly Answer[]): void {
    for (const [index, row] of batch.entries()) {
      if (row.tries > 0) heldUntilMs.delete(row.key)
      answered(row).resolve(answers[index] as Answer)
    }
  }

  async function sendRepeating(items: readonly Item[]): Promise<readonly Answer[]> {
    for (let repeat = 0; ; repeat += 1) {
      try {
        return await send(items)
      } catch (error) {
        if (repeat >= repeatsMax || databaseErrorKindOf(error) !== 'CONFLICT') throw error
      }
    }
  }

  /** Handles a batch that failed, by the kind of its error. */
  function fail(batch: readonly Row[], error: unknown): void {
    const kind = databaseErrorKindOf(error)
    if (batch.length > 1 && kind === 'HELD') {
      // Before rows that are known to be locked: most of these are not.
      const half = Math.ceil(batch.length / 2)
      parts.unshift(batch.slice(0, half), batch.slice(half))
      return
    }
    for (const row of batch) {
      if (kind === 'HELD') void failHeld(row, error)
      else if (!sendLater(row, kind, error)) answered(row).reject(error)
    }
  }

  /** In no lane: other batches continue meanwhile. */
  async function failHeld(row: Row, error: unknown): Promise<void> {
    heldUntilMs.set(row.key, performance.now() + heldForMs)
    if (!answerHeld) {
      if (!sendLater(row, 'HELD', error)) answered(row).reject(error)
      return
    }
    try {
      const answer = await answerHeld(row.item)
      row.tries += 1
      if (answer !== undefined) answered(row).resolve(answer)
      else if (row.tries < heldTriesMax) enqueue(row)
      else answered(row).reject(new BatchQueueOverloaded('what this request needs is held'))
    } catch (failure) {
      answered(row).reject(failure)
    }
  }

  function sendLater(row: Row, kind: DatabaseErrorKind, error: unknown): boolean {
    if (kind === 'DATA' || kind === 'OTHER') return false
    row.tries += 1
    const failure = { kind, tries: row.tries, sinceMs: performance.now() - row.addedAtMs }
    if (!isSentAgain(failure)) return false
    if (!isAwaited(failure)) row.reject(error)
    setTimeout(enqueue, Math.min(pausesMs.first * 2 ** (row.tries - 1), pausesMs.longest), row)
    return true
  }

  function answered(row: Row): Row {
    unanswered.delete(row)
    return row
  }

  function isHeld(key: string): boolean {
    const untilMs = heldUntilMs.get(key)
    if (untilMs === undefined) return false
    if (performance.now() < untilMs) return true
    heldUntilMs.delete(key)
    return false
  }
}
