// Group commit: requests that arrive while a batch is under way share the next one, so that a disk flush is paid once for
// many. Nobody waits for a batch to fill.

/** Too many are waiting already; nothing was done with this one. */
export class Overloaded extends Error {
  override readonly name = 'Overloaded'
}

export interface BatchOptions<Item, Answer> {
  /** What a row moves. One of a kind at most in a batch, and rows are sent in the order of their keys, so that two
   * batches never wait for each other in a circle. */
  readonly keyOf: (item: Item) => string
  /** Sends rows as one unit of work; one answer a row, in their order. */
  readonly send: (items: readonly Item[]) => Promise<readonly Answer[]>
  /** How many batches run side by side. */
  readonly lanes: number
  readonly rowsMax: number
  /** Past this many waiting rows, a further one is refused at once. Without it none ever is. */
  readonly waitingMax?: number
  /** Rows of one key that wait at the same time become one, with one answer for all. For reads. */
  readonly isShared?: boolean
  /** Told of every batch, for figures. */
  readonly onSent?: (rows: number) => void
}

export interface Batches<Item, Answer> {
  add(item: Item): Promise<Answer>
}

interface Waiting<Item, Answer> {
  readonly item: Item
  readonly key: string
  readonly answer: Promise<Answer>
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}

const repeatsMax = 3

export function batched<Item, Answer>(options: BatchOptions<Item, Answer>): Batches<Item, Answer> {
  const { keyOf, send, lanes, rowsMax, waitingMax = Number.POSITIVE_INFINITY, isShared, onSent } = options
  let waiting: Waiting<Item, Answer>[] = []
  let running = 0
  let isStartPlanned = false

  return {
    add(item) {
      if (waiting.length >= waitingMax) return Promise.reject(new Overloaded('too many requests are waiting'))
      const key = keyOf(item)
      const same = isShared && waiting.find((each) => each.key === key)
      if (same) return same.answer
      const { promise: answer, resolve, reject } = Promise.withResolvers<Answer>()
      waiting.push({ item, key, answer, resolve, reject })
      planStart()
      return answer
    },
  }

  /** After the input that is already there has been read, so that what arrived together goes together. */
  function planStart(): void {
    if (isStartPlanned || running >= lanes) return
    isStartPlanned = true
    setImmediate(() => {
      isStartPlanned = false
      while (running < lanes && waiting.length > 0) void run(take())
    })
  }

  function take(): readonly Waiting<Item, Answer>[] {
    const batch = new Map<string, Waiting<Item, Answer>>()
    const left: Waiting<Item, Answer>[] = []
    for (const each of waiting) {
      if (batch.size >= rowsMax || batch.has(each.key)) left.push(each)
      else batch.set(each.key, each)
    }
    waiting = left
    return [...batch.values()].sort((a, b) => (a.key < b.key ? -1 : 1))
  }

  async function run(batch: readonly Waiting<Item, Answer>[]): Promise<void> {
    running += 1
    onSent?.(batch.length)
    try {
      const answers = await sendRepeating(batch.map(({ item }) => item))
      for (const [index, { resolve }] of batch.entries()) resolve(answers[index] as Answer)
    } catch (error) {
      if (batch.length > 1 && isDataError(error)) await runOneByOne(batch)
      else for (const { reject } of batch) reject(error)
    } finally {
      running -= 1
      if (waiting.length > 0) planStart()
    }
  }

  /** One row that the database refuses must not harm the others. */
  async function runOneByOne(batch: readonly Waiting<Item, Answer>[]): Promise<void> {
    for (const { item, resolve, reject } of batch) {
      await sendRepeating([item]).then(([answer]) => resolve(answer as Answer), reject)
    }
  }

  async function sendRepeating(items: readonly Item[]): Promise<readonly Answer[]> {
    for (let repeat = 0; ; repeat += 1) {
      try {
        return await send(items)
      } catch (error) {
        if (repeat >= repeatsMax || !isConflict(error)) throw error
      }
    }
  }
}

/** Deadlock or serialization failure: the unit of work was undone as a whole and may be sent again. */
function isConflict(error: unknown): boolean {
  return ['40P01', '40001'].includes(sqlStateOf(error))
}

/** A value that the database refuses, or a constraint that it breaks. */
export function isDataError(error: unknown): boolean {
  return /^2[23]/.test(sqlStateOf(error))
}

/** The connection broke: nobody can tell from here whether the work was committed. */
export function isLostConnection(error: unknown): boolean {
  const { message = '' } = error as { message?: string }
  return (
    /^(57P0|08|ECONN|EPIPE|ENOENT)/.test(sqlStateOf(error)) ||
    /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying)/.test(message)
  )
}

function sqlStateOf(error: unknown): string {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : ''
}
