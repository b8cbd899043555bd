// What the shop knows of its orders from events, kept in a file. In a shop of your own: two tables and one commit.
import { appendFileSync, fdatasyncSync, openSync, readFileSync } from 'node:fs'

/** One event of an order, whichever way it came. */
export interface OrderEvent {
  /** The same for the notification, all its tries, and the entry in the feed. */
  readonly id: string
  readonly orderId: string
  readonly transactionId: string
  /** Counts the events of the order. */
  readonly number: number
  readonly orderStatus: string
  readonly result: string
  readonly gatewayCode: string
}

/** Where an order stands, by the latest of its events. */
export interface KnownOrder {
  readonly number: number
  readonly orderStatus: string
}

/** NEW: the order has moved. LATE: something newer is known already. KNOWN: we have had it. */
export type InboxResult = 'NEW' | 'LATE' | 'KNOWN'

type Line = OrderEvent | { readonly cursor: string }

export function openInbox(file: string) {
  const known = new Set<string>()
  const orders = new Map<string, KnownOrder>()
  let cursor: string | undefined

  function apply(line: Line): InboxResult {
    if ('cursor' in line) {
      cursor = line.cursor
      return 'NEW'
    }
    if (known.has(line.id)) return 'KNOWN'
    known.add(line.id)
    const before = orders.get(line.orderId)
    if (before && before.number > line.number) return 'LATE'
    orders.set(line.orderId, { number: line.number, orderStatus: line.orderStatus })
    return 'NEW'
  }

  for (const line of linesOf(file)) apply(line)
  const descriptor = openSync(file, 'a', 0o600)

  /** On the disk when it returns: only then may the gateway hear 200. */
  function keep(line: Line): void {
    appendFileSync(descriptor, `${JSON.stringify(line)}\n`)
    fdatasyncSync(descriptor)
  }

  return {
    take(event: OrderEvent): InboxResult {
      if (known.has(event.id)) return 'KNOWN'
      keep(event)
      return apply(event)
    },
    find: (orderId: string): KnownOrder | undefined => orders.get(orderId),
    /** How far the feed has been read. */
    cursor: () => cursor,
    moveCursor(to: string): void {
      keep({ cursor: to })
      apply({ cursor: to })
    },
  }
}

export type Inbox = ReturnType<typeof openInbox>

function linesOf(file: string): readonly Line[] {
  const text = readOrNothing(file)
  // Text after the last line break was incomplete when the machine went down, and has not been acknowledged.
  return text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line)
}

function readOrNothing(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
