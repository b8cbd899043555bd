// Rows of the outbox and of the feed, and their mapping.

import type { TransactionType } from '../../kernel/transaction-type.ts'
import { type CompactResponse, completeResponse, type EventKind, type StoredRequest } from '../../payments/index.ts'
import { shownToken, type TokenSnapshotRow } from '../../tokens/index.ts'
import type { FeedEntry, TokenEventKind, UnsequencedOrderEvent } from '../ports/events.ts'

export interface OutboxRow {
  readonly subject: 'ORDER' | 'TOKEN'
  readonly repository_id: string
  readonly name: string
  readonly number: number
  readonly written_at: Date
}

interface OrderEventColumns {
  readonly event_id: string
  readonly transaction_id: string
  readonly at: Date
  readonly response: CompactResponse
  readonly type: TransactionType
  readonly request: StoredRequest
}

export interface UnstampedRow extends OutboxRow, OrderEventColumns {
  readonly kind: EventKind
  readonly url: string | null
  readonly url_seal: string | null
}

interface PositionedRow extends Omit<OutboxRow, 'written_at'> {
  readonly position: string
}

export type FeedRow = PositionedRow &
  (
    | ({ readonly subject: 'ORDER'; readonly kind: EventKind } & OrderEventColumns)
    | ({ readonly subject: 'TOKEN'; readonly kind: TokenEventKind; readonly shown: TokenSnapshotRow } & Pick<
        OrderEventColumns,
        'event_id' | 'at'
      >)
  )

/** By time of writing; those of one subject by number, whatever the clock was. */
export function inOrderOfWriting<Row extends OutboxRow>(rows: readonly Row[]): readonly Row[] {
  const bySubject = new Map<string, Row[]>()
  for (const row of rows.toSorted((a, b) => a.number - b.number)) {
    const name = subjectOf(row)
    const existing = bySubject.get(name)
    if (existing) existing.push(row)
    else bySubject.set(name, [row])
  }
  const places = rows.toSorted(
    (a, b) => a.written_at.getTime() - b.written_at.getTime() || (subjectOf(a) < subjectOf(b) ? -1 : 1),
  )
  return places.flatMap((row) => bySubject.get(subjectOf(row))?.shift() ?? [])
}

function subjectOf({ subject, repository_id, name }: OutboxRow): string {
  return JSON.stringify([subject, repository_id, name])
}

/** Undefined for an event that is not about an order. */
export function unstampedEventOf(
  merchantId: string,
  row: OutboxRow & Partial<UnstampedRow>,
): UnsequencedOrderEvent | undefined {
  const { name: orderId, number, event_id: eventId, kind, transaction_id: transactionId, at, response, type } = row
  if (!eventId || !kind || !transactionId || !at || !response || !type || !row.request) return undefined
  const { notificationUrl, notificationUrlSeal } = ownUrlOf(row.request) ?? {
    notificationUrl: row.url,
    notificationUrlSeal: row.url_seal,
  }
  return {
    orderId,
    event: { number, eventId, kind, transactionId, at, response: completeResponse(response) },
    transaction: { key: { merchantId, orderId, transactionId }, type, request: row.request },
    ...(notificationUrl && { notificationUrl }),
    ...(notificationUrlSeal && { notificationUrlSeal }),
  }
}

/** The URL that the request itself gave, with its seal. */
function ownUrlOf({ order, notificationUrlSeal }: StoredRequest) {
  return order?.notificationUrl === undefined
    ? undefined
    : { notificationUrl: order.notificationUrl, notificationUrlSeal }
}

export function feedEntry(merchantId: string, row: FeedRow): FeedEntry {
  const { name, number, event_id: eventId, at } = row
  const position = BigInt(row.position)
  if (row.subject === 'TOKEN') {
    const event = { number, eventId, kind: row.kind, at, token: shownToken(row.shown) }
    return { subject: 'TOKEN', position, repositoryId: row.repository_id, token: name, event }
  }
  const { kind, transaction_id: transactionId, type, request, response } = row
  return {
    subject: 'ORDER',
    position,
    orderId: name,
    event: { number, eventId, kind, transactionId, at, response: completeResponse(response) },
    transaction: { key: { merchantId, orderId: name, transactionId }, type, request },
  }
}
