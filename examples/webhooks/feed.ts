// Reads the feed from the last position to its end, for events whose notifications did not arrive.
import type { Inbox, InboxResult, OrderEvent } from './inbox.ts'

export interface GatewaySettings {
  readonly url: string
  readonly merchantId: string
  readonly password: string
}

const version = 100
const pageSize = 100

export async function readFeed(
  gateway: GatewaySettings,
  inbox: Inbox,
  onTaken: (event: OrderEvent, taken: InboxResult) => void,
): Promise<void> {
  for (;;) {
    const page = await pageAfter(gateway, inbox.cursor())
    for (const event of page.events) onTaken(event, inbox.take(event))
    // After its events: a page that was read half is read again, and then they are known.
    if (page.after !== undefined && page.after !== inbox.cursor()) inbox.moveCursor(page.after)
    if (page.count < pageSize) return
  }
}

interface Page {
  readonly events: readonly OrderEvent[]
  readonly count: number
  readonly after: string | undefined
}

async function pageAfter({ url, merchantId, password }: GatewaySettings, after: string | undefined): Promise<Page> {
  const query = new URLSearchParams({ limit: String(pageSize), ...(after !== undefined && { after }) })
  const response = await fetch(`${url}/api/rest/version/${version}/merchant/${merchantId}/events?${query}`, {
    headers: { authorization: `Basic ${Buffer.from(`merchant.${merchantId}:${password}`).toString('base64')}` },
  })
  const page = (await response.json()) as ApiResponse
  if (page.result !== 'SUCCESS') throw new Error(`${response.status}: ${page.error?.explanation}`)
  const entries = page.event ?? []
  return { events: entries.flatMap(eventOf), count: entries.length, after: page.page?.after }
}

interface ApiResponse {
  readonly result: string
  readonly error?: { readonly explanation?: string }
  readonly event?: readonly Entry[]
  readonly page?: { readonly after?: string }
}

/** What this webhook reads of an entry: the response about the transaction, and which event it belongs to. */
interface Entry {
  readonly event: { readonly id: string; readonly number: number }
  readonly order?: { readonly id: string; readonly status?: string }
  readonly transaction?: { readonly id: string }
  readonly result?: string
  readonly response?: { readonly gatewayCode?: string }
}

/** Entries about tokens have no order. */
function eventOf({ event, order, transaction, result, response }: Entry): readonly OrderEvent[] {
  if (!order || !transaction) return []
  return [
    {
      id: event.id,
      number: event.number,
      orderId: order.id,
      transactionId: transaction.id,
      orderStatus: order.status ?? '',
      result: result ?? '',
      gatewayCode: response?.gatewayCode ?? '',
    },
  ]
}
