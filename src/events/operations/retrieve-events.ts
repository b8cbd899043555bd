// Reads a merchant's feed from the reader's cursor; waits for a while if there are no new events.
import { contractFor } from '../../contract/operation.ts'
import { isRejection, type Rejection, reject } from '../../kernel/rejection.ts'
import type { CardMasking } from '../../merchants/index.ts'
import {
  type Call,
  describeTransaction,
  maskFurther,
  type OperationResult,
  retrieveTransaction,
} from '../../payments/index.ts'
import { describeToken, type TokenGatewayCode } from '../../tokens/index.ts'
import {
  type EventResponse,
  type EventsResponse,
  eventsPerPageDefault,
  type RetrieveEventsRequest,
} from '../contract/retrieve-events.ts'
import type { EventDependencies } from '../dependencies.ts'
import type { FeedEntry } from '../ports/events.ts'
import { isTypeInVersion, notificationIdOf } from './build-notification.ts'

export async function retrieveEvents(
  { after: cursor, limit = eventsPerPageDefault, wait = 0 }: RetrieveEventsRequest,
  { merchant, version = 0 }: Call,
  { feed, timeouts }: Pick<EventDependencies, 'feed' | 'timeouts'>,
): Promise<OperationResult> {
  const after = cursor === undefined ? 0n : positionOf(cursor, merchant.id)
  if (isRejection(after)) return after
  const page = { merchantId: merchant.id, after, limit }
  let entries = await feed.read(page)
  if (entries.length === 0 && wait > 0) {
    // A request is answered within its time limit, whatever it asks for.
    await feed.awaitBeyond(merchant.id, after, Math.min(wait * 1_000, timeouts.repeatWaitMs))
    entries = await feed.read(page)
  }
  const { cardMasking } = merchant.profile
  const response: EventsResponse = {
    event: entries.map((entry) => describeEntry(entry, { version, cardMasking })),
    merchant: merchant.id,
    page: { after: cursorOf(entries.at(-1)?.position ?? after, merchant.id) },
    result: 'SUCCESS',
  }
  return { kind: 'ANSWERED', isFirst: false, response }
}

function describeEntry(entry: FeedEntry, shown: { version: number; cardMasking: CardMasking }): EventResponse {
  const { eventId, kind, number, at } = entry.event
  const event = { id: notificationIdOf(eventId), kind, number, time: at.toISOString() }
  if (entry.subject === 'TOKEN') return { event, token: describeTokenThen(entry.event.token, shown.cardMasking) }
  const { request, type } = entry.transaction
  const described = describeTransaction({ request, response: entry.event.response })
  if (isTypeInVersion(type, shown.version))
    return { ...defaultGroupsOf(shown.version), ...described, version: String(shown.version), event }
  // The version does not have this kind of transaction; its effect on the order can still be returned.
  const { merchant, order, result } = described
  return { event, merchant, order, result }
}

/** What a version returns by its defaults even if there is no value; in the feed only events of orders do. */
function defaultGroupsOf(version: number): object {
  const rows = Object.entries(contractFor(retrieveTransaction, version).response)
  const always = rows.filter(([, { kind, response }]) => kind === 'GROUP' && response === 'ALWAYS PROVIDED')
  return Object.fromEntries(always.map(([name]) => [name, {}]))
}

function describeTokenThen(
  token: Extract<FeedEntry, { subject: 'TOKEN' }>['event']['token'],
  cardMasking: CardMasking,
): NonNullable<EventResponse['token']> {
  const { verificationCode } = token
  return maskFurther(
    {
      ...describeToken(token),
      ...(verificationCode !== undefined && { response: { gatewayCode: verificationCode as TokenGatewayCode } }),
    },
    cardMasking,
  ) as NonNullable<EventResponse['token']>
}

/** Contains the merchant, so that a cursor of one feed is never accepted for another. */
function cursorOf(position: bigint, merchantId: string): string {
  return Buffer.from(`${position} ${merchantId}`).toString('base64url')
}

/** The largest position that the database can hold. */
const positionMax = 2n ** 63n - 1n

function positionOf(cursor: string, merchantId: string): bigint | Rejection {
  const [, digits = ''] = /^(0|[1-9][0-9]{0,18}) /.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  const position = digits === '' ? -1n : BigInt(digits)
  if (position >= 0n && position <= positionMax && cursorOf(position, merchantId) === cursor) return position
  return reject('FIELD_INVALID', 'Value is invalid. It was not returned to this merchant.', { field: 'after' })
}
