// The simulated acquirer's books: requests that arrive together are written together.

import type { Clock } from '../../kernel/clock.ts'
import type { AcquirerRequest } from '../../payments/index.ts'
import { type Database, onConnection } from '../../platform/postgres/database.ts'
import { openBatchQueue } from '../../platform/postgres/group-commit.ts'
import { type BookRequest, readStates } from './book-state.ts'
import { buildBookLine, isInTime, keyOf, type RecordedResponse, type WriteResult, writeLines } from './entries.ts'
import { giftCardHash } from './gift-cards.ts'
import { inSimulatorUnitOfWork, type SimulatorClient } from './unit-of-work.ts'

interface Book {
  /**
   * Decides on a request and stores it; one that is stored already gets its first decision again. A request that could
   * not be sent to the database before the time (of the monotonic clock) is not written.
   */
  write(question: AcquirerRequest, terms: WriteTerms & { readonly sendBefore: number }): Promise<WriteResult>
  /** The same for a request that is already in transit. */
  write(question: AcquirerRequest, terms?: WriteTerms): Promise<RecordedResponse>
}

interface WriteTerms {
  readonly isInPart?: boolean
}

const lanes = 2
const rowsMax = 128

export function openBook(database: Database, clock: Clock): Book {
  const traces = traceNumbers(database)
  const giftCardKey = rememberedKey(database)

  /** A request that starts something new depends on nothing in the books: one statement for all of them. */
  const first = openBatchQueue<BookRequest, WriteResult>({
    keyOf: ({ question }) => keyOf(question.acquirerMerchantId, question.reference),
    send: async (items) => {
      const stans = await traces.take(items.length)
      return onConnection(database, (runner) => writeAll(runner, items, stans))
    },
    lanes,
    rowsMax,
  })

  /** Requests that depend on the books: read, decided and written in one unit of work. */
  const later = openBatchQueue<BookRequest, WriteResult>({
    keyOf: ({ question, giftCard }) =>
      giftCard ?? keyOf(question.acquirerMerchantId, 'original' in question ? question.original.reference : ''),
    send: async (items) => {
      // Taken first: a caller that holds one connection must not wait for a second.
      const stans = await traces.take(items.length)
      return writeTogether(items, stans)
    },
    lanes,
    rowsMax,
  })

  async function writeAll(
    runner: SimulatorClient,
    items: readonly BookRequest[],
    stans: readonly string[],
    read = noStates,
  ): Promise<readonly WriteResult[]> {
    const now = clock.now()
    const states = await read(runner, items)
    const lines = items.map((item, index) =>
      buildBookLine(item, states[index] ?? {}, { stan: stans[index] ?? '', now }),
    )
    return writeLines(runner, lines, now)
  }

  /**
   * Its commit is what sends a unit of work. When the time of one of its requests is over by then, nothing is committed, and
   * the others are written again without it. The server ends a unit of work that a sleeping process leaves open.
   */
  async function writeTogether(
    items: readonly BookRequest[],
    stans: readonly string[],
  ): Promise<readonly WriteResult[]> {
    let isCommitted = false
    const isKept = (results: readonly WriteResult[]) => {
      isCommitted = items.every((item, index) => results[index] === 'NOT_SENT' || isInTime(item))
      return isCommitted
    }
    for (;;) {
      const results = await inSimulatorUnitOfWork(database, (runner) => writeInTurn(runner, items, stans), { isKept })
      if (isCommitted) return results
    }
  }

  async function writeInTurn(
    runner: SimulatorClient,
    items: readonly BookRequest[],
    stans: readonly string[],
  ): Promise<readonly WriteResult[]> {
    if (!hasRepeats(items)) return writeAll(runner, items, stans, readStates)
    const results: WriteResult[] = []
    for (const [index, item] of items.entries())
      results.push(...(await writeAll(runner, [item], stans.slice(index), readStates)))
    return results
  }

  async function write(
    question: AcquirerRequest,
    { sendBefore = Number.POSITIVE_INFINITY, isInPart = false }: WriteTerms & { readonly sendBefore?: number } = {},
  ): Promise<WriteResult> {
    const item = { question, giftCard: null, sendBefore, isInPart }
    if ('original' in question) return later.add(item)
    if (question.instrument.kind !== 'GIFT_CARD') return first.add(item)
    return later.add({ ...item, giftCard: giftCardHash(question.instrument, await giftCardKey()) })
  }
  return { write: write as Book['write'] }
}

const noStates: typeof readStates = async () => []

/**
 * One statement cannot write a reference twice. Requests for different originals never share one unless a caller is
 * wrong; then they are written one by one, and the second is answered from the first one's entry.
 */
function hasRepeats(items: readonly BookRequest[]): boolean {
  return (
    new Set(items.map(({ question }) => keyOf(question.acquirerMerchantId, question.reference))).size < items.length
  )
}

/** Random for each database, and read once. */
function rememberedKey(database: Database): () => Promise<string> {
  let remembered: string | undefined
  return async () => {
    if (remembered === undefined) {
      const { rows } = await database.query<{ key: string }>('select key from simulated_acquirer.gift_card_key')
      remembered = rows[0]?.key
    }
    if (remembered === undefined) throw new Error('the simulated acquirer has no key for gift cards')
    return remembered
  }
}

/** How far the sequence moves at once; the migration says the same. */
const blockSize = 1000
const numbers = 1_000_000

interface TraceNumbers {
  /** The given number of six-digit numbers, each issued once until they wrap around. */
  take(count: number): Promise<readonly string[]>
}

/** System trace numbers, taken from the database by the thousand: a payment needs no separate statement for one. */
function traceNumbers(database: Database): TraceNumbers {
  let next = 0
  let left = 0
  let refill: Promise<void> | undefined

  async function readBlock(): Promise<void> {
    const { rows } = await database.query<{ start: string }>("select nextval('simulated_acquirer.stan')::text as start")
    next = Number(rows[0]?.start ?? 0)
    left = blockSize
  }

  return {
    async take(count) {
      const taken: string[] = []
      while (taken.length < count) {
        if (left === 0) {
          refill ??= readBlock().finally(() => {
            refill = undefined
          })
          await refill
          continue
        }
        taken.push(String(next % numbers).padStart(6, '0'))
        next += 1
        left -= 1
      }
      return taken
    },
  }
}
