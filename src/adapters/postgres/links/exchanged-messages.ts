// Exchanged messages on PostgreSQL: collected in the process, and written by a job in batches. A payment neither waits for
// them nor fails with them; under more load than the job can write, the latest are dropped.
import { randomUUID } from 'node:crypto'
import { omitUndefined } from '../../../domain/omit-undefined.ts'
import type { ExchangedMessages, LinkExchange, MessageRecord } from '../../../ports/links/exchanged-messages.ts'
import { type Database, inUnitOfWork } from '../database.ts'
import { rowStatement } from '../payments/money-statements.ts'

/** The maximum number of waiting exchanges, each of a few kilobytes. */
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
on conflict (merchant_id, order_id, exchange_id) do nothing`,
)

const listText = `select merchant_id, order_id, transaction_id, link_id, revision, sent_at, took_ms, sent, received, problem
from exchanged_messages where merchant_id = $1 and order_id = $2 order by sent_at desc, exchange_id limit $3`

const deleteText = `delete from exchanged_messages where (merchant_id, order_id, exchange_id) in (
  select merchant_id, order_id, exchange_id from exchanged_messages where sent_at < $1 limit $2)`

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

export function postgresExchangedMessages(
  database: Database,
  onDropped: (exchanges: number) => void = () => undefined,
): ExchangedMessages {
  let waiting: WaitingExchange[] = []
  // A random one for each exchange would cost more than handing it over.
  const idStart = randomUUID().slice(0, -idDigits)
  let kept = 0
  /** What could not be written is tried once more, and then dropped: it may be what the database does not take. */
  let failed: readonly WaitingExchange[] | undefined

  return {
    keep(exchange) {
      if (waiting.length >= waitingMax) return onDropped(1)
      kept += 1
      waiting.push({ ...exchange, exchangeId: idStart + kept.toString(16).padStart(idDigits, '0') })
    },

    async flush() {
      const isRetry = failed !== undefined
      const batch = failed ?? waiting.slice(0, rowsMax)
      if (batch.length === 0) return 0
      if (!isRetry) waiting = waiting.slice(rowsMax)
      failed = undefined
      try {
        await inUnitOfWork(database, (client) => client.query(insertion.of(batch)), { begin })
      } catch (error) {
        if (isRetry) onDropped(batch.length)
        else failed = batch
        throw error
      }
      return batch.length
    },

    async list({ merchantId, orderId }, limit) {
      const { rows } = await database.query<ExchangeRow>(listText, [merchantId, orderId, limit])
      return rows.toReversed().map(exchangeOf)
    },

    async deleteBefore(before, limit) {
      return (await database.query(deleteText, [before, limit])).rowCount ?? 0
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
