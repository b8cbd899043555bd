// The messages that adapters exchange with acquirers, for users who investigate a payment. They are described and masked by
// the adapter, kept beside the money path, and lost rather than waited for.
import type { OrderKey, TransactionKey } from '../../payments/ports/transactions.ts'

/** A field under its label in the messages of its acquirer, such as 39, 48.20 or order.amount; secrets are masked. */
export type MessageField = readonly [label: string, value: string]

export interface MessageRecord {
  /** What kind of message it is, such as "0200 financial request". */
  readonly title: string
  readonly fields: readonly MessageField[]
}

/** A request that was sent, and what came back. */
export interface RecordedExchange {
  readonly key: TransactionKey
  /** When it was sent. */
  readonly at: Date
  readonly tookMs: number
  readonly sent: MessageRecord
  readonly received?: MessageRecord
  /** Why there is no response. */
  readonly problem?: string
}

/** Of a revision of a link. */
export interface LinkExchange extends RecordedExchange {
  readonly linkId: string
  readonly revision: number
}

/** What an adapter hands its messages to. Returns at once and never fails. */
export interface MessageRecorder {
  keep(exchange: RecordedExchange): void
}

export interface ExchangedMessages {
  /** Returns at once and never fails; what is too much is dropped. */
  keep(exchange: LinkExchange): void
  /** Writes what is waiting, at most a batch of it; returns how many exchanges were written. */
  flush(): Promise<number>
  /** Of an order, oldest first; of many, the latest. Without those whose days are over. */
  list(order: OrderKey, limit: number): Promise<readonly LinkExchange[]>
  /** Drops the months that were over before, and creates those to come. */
  dropMonthsBefore(before: Date): Promise<void>
  /** Of those that are in no month; returns how many exchanges were deleted. */
  deleteBefore(before: Date, limit: number): Promise<number>
}

/** What an adapter is given for the messages of a revision, where they are kept. */
export function recorderOf(
  messages: Pick<ExchangedMessages, 'keep'> | undefined,
  { linkId, revision }: Pick<LinkExchange, 'linkId' | 'revision'>,
): { readonly messages?: MessageRecorder } {
  return messages ? { messages: { keep: (exchange) => messages.keep({ ...exchange, linkId, revision }) } } : {}
}
