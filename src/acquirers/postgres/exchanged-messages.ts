// Exchanged messages on PostgreSQL: collected in the process, and written by a job in batches. A payment neither waits for
// them nor fails with them; under more load than the job can write, the latest are dropped.
import { randomUUID } from 'node:crypto'
import type { Clock } from '../../kernel/clock.ts'
import { StoreOverloaded } from '../../kernel/failures.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import { rowStatement } from '../../payments/index.ts'
import { withTimeout } from '../../platform/concurrency/with-timeout.ts'
import { type MerchantDatabases, onOneDatabase } from '../../platform/postgres/cluster/merchant-databases.ts'
import { type Database, inUnitOfWork } from '../../platform/postgres/database.ts'
import { keepMonths, messageMonths } from '../../platform/postgres/month-partitions.ts'
import type { ExchangedMessages, LinkExchange, MessageRecord } from '../ports/exchanged-messages.ts'

/** The maximum number of exchanges that wait for a node, each of a few kilobytes. */
const waitingMax = 5_000
const rowsMax = 500
/** The end of an id, which counts the exchanges of the process. */
const idDigits = 12

/** Messages lost with the server are no loss to a payment: the commit does not wait for the disk. */
const begin = 'begin; set local synchronous_commit = off'

interface WaitingExchange extends LinkExchange {
  readonly exchangeId: string
}

const insertion = rowStatement<WaitingExchange>(
  'write-exchanged-messages',
  {
    merchant_id: ['text', ({ key }) => key.merchantId],
    order_id: ['text', ({ key }) => key.orderId],
    transaction_id: ['text', ({ key }) => key.transactionId],
    exchange_id: ['uuid', ({ exchangeId }) => exchangeId],
    link_id: ['text', ({ linkId }) => linkId],
    revision: ['integer', ({ revision }) => revision],
    sent_at: ['timestamptz', ({ at }) => at],
    took_ms: ['integer', ({ tookMs }) => tookMs],
    sent: ['json', ({ sent }) => JSON.stringify(sent)],
    received: ['json', ({ received }) => JSON.stringify(received ?? null)],
    problem: ['text', ({ problem }) => problem?.replaceAll('\0', '')],
  },
  (given) => `with ${given}
insert into exchanged_messages (merchant_id, order_id, transaction_id, exchange_id, link_id, revision, sent_at, took_ms, sent,
  received, problem)
select merchant_id, order_id, transaction_id, exchange_id, link_id, revision, sent_at, took_ms, sent,
  case json_typeof(received) when 'null' then null else received end, problem
from given
on conflict (merchant_id, order_id, exchange_id, sent_at) do nothing`,
)

const listText = `select merchant_id, order_id, transaction_id, link_id, revision, sent_at, took_ms, sent, received, problem
from exchanged_messages where merchant_id = $1 and order_id = $2 and sent_at >= $4
order by sent_at desc, exchange_id limit $3`

/** What came too late for its month. */
const deleteText = `delete from exchanged_messages_rest where (merchant_id, order_id, exchange_id) in (
  select merchant_id, order_id, exchange_id from exchanged_messages_rest where sent_at < $1 limit $2)`

export interface MessageRetention {
  readonly clock: Pick<Clock, 'now'>
  /** How long messages are shown. */
  readonly days: number
}

const dayMs = 24 * 60 * 60 * 1_000

interface ExchangeRow {
  readonly merchant_id: string
  readonly order_id: string
  readonly transaction_id: string
  readonly link_id: string
  readonly revision: number
  readonly sent_at: Date
  readonly took_ms: number
  readonly sent: MessageRecord
  readonly received: MessageRecord | null
  readonly problem: string | null
}

/** How long a run waits for a batch: one that takes longer goes on beside the others. */
const batchWaitMs = 1_000

export function postgresExchangedMessages(
  database: Database,
  { clock, days }: MessageRetention,
  onDropped: (exchanges: number) => void = () => undefined,
  nodes: MerchantDatabases = onOneDatabase(database),
): ExchangedMessages {
  const queues = new Map<Database, WritingQueue>()
  // A random one for each exchange would cost more than handing it over.
  const idStart = randomUUID().slice(0, -idDigits)
  let kept = 0
  const shownSince = () => new Date(clock.now().getTime() - days * dayMs)

  function queueAt(node: Database): WritingQueue {
    const existing = queues.get(node)
    if (existing) return existing
    const opened = writingQueue(node, onDropped)
    queues.set(node, opened)
    return opened
  }

  return {
    keep(exchange) {
      kept += 1
      const exchangeId = idStart + kept.toString(16).padStart(idDigits, '0')
      queueAt(nodes.of(exchange.key.merchantId)).add({ ...exchange, exchangeId })
    },

    async flush() {
      const written = [...queues.values()].map((queue) =>
        withTimeout(queue.write(), { timeoutMs: batchWaitMs, onTimeout: () => 0 }),
      )
      const results = await Promise.allSettled(written)
      for (const result of results) if (result.status === 'rejected') throw result.reason
      return results.reduce((sum, result) => sum + (result.status === 'fulfilled' ? result.value : 0), 0)
    },

    async list({ merchantId, orderId }, limit) {
      const values = [merchantId, orderId, limit, shownSince()]
      const { rows } = await nodes.of(merchantId).query<ExchangeRow>(listText, values)
      return rows.toReversed().map(exchangeOf)
    },

    async dropMonthsBefore(before) {
      await keepMonths(database, messageMonths, { now: clock.now(), before })
    },

    async deleteBefore(before, limit) {
      return (await database.query(deleteText, [before, limit])).rowCount ?? 0
    },
  }
}

interface WritingQueue {
  add(exchange: WaitingExchange): void
  /** Writes one batch; none while one is under way. */
  write(): Promise<number>
}

/** What waits to be written to one node: a node that does not answer holds up no other. */
function writingQueue(node: Database, onDropped: (exchanges: number) => void): WritingQueue {
  let waiting: WaitingExchange[] = []
  let isWriting = false
  /** What could not be written is tried once more, and then dropped: it may be what the database does not take. */
  let failed: readonly WaitingExchange[] | undefined

  async function writeBatch(): Promise<number> {
    const isRetry = failed !== undefined
    const batch = failed ?? waiting.slice(0, rowsMax)
    if (batch.length === 0) return 0
    if (!isRetry) waiting = waiting.slice(rowsMax)
    failed = undefined
    try {
      await inUnitOfWork(node, (client) => client.query(insertion.of(batch)), { begin })
    } catch (error) {
      // Nothing was sent to a node that does not answer.
      if (!isRetry || error instanceof StoreOverloaded) failed = batch
      else onDropped(batch.length)
      throw error
    }
    return batch.length
  }

  return {
    add(exchange) {
      if (waiting.length >= waitingMax) onDropped(1)
      else waiting.push(exchange)
    },

    async write() {
      if (isWriting) return 0
      isWriting = true
      try {
        return await writeBatch()
      } finally {
        isWriting = false
      }
    },
  }
}

function exchangeOf(row: ExchangeRow): LinkExchange {
  return {
    key: { merchantId: row.merchant_id, orderId: row.order_id, transactionId: row.transaction_id },
    linkId: row.link_id,
    revision: row.revision,
    at: row.sent_at,
    tookMs: row.took_ms,
    sent: row.sent,
    ...omitUndefined({ received: row.received ?? undefined, problem: row.problem ?? undefined }),
  }
}
