// Compares the gateway's books with the acquirer's, reference by reference, and the stored copies of status and totals
// with what follows from the transactions.

import { gatewayCodes } from '../../kernel/gateway-code.ts'
import type { TransactionType } from '../../kernel/transaction-type.ts'
import { linkRevisionOf } from '../../merchants/index.ts'
import {
  type AcquirerBooks,
  approvedParts,
  type BookEntry,
  isSuccessful,
  type ListedOrder,
  type RecordedPart,
  type Store,
  type StoredTransaction,
  statusOf,
  totalsOf,
} from '../../payments/index.ts'

export interface BooksDifference {
  readonly kind:
    | 'MISSING_AT_ACQUIRER'
    | 'UNKNOWN_TO_US'
    | 'AMOUNT_DIFFERS'
    | 'CURRENCY_DIFFERS'
    | 'STATUS_DIFFERS'
    | 'TOTALS_DIFFER'
  readonly orderId?: string | undefined
  readonly transactionId?: string | undefined
  readonly reference?: string | undefined
  readonly currency?: string | undefined
  readonly ours?: string | undefined
  readonly theirs?: string | undefined
}

export interface BooksReport {
  readonly orders: number
  readonly transactions: number
  readonly entries: number
  /** In flight, unknown, or with a reversal still owed: cannot be judged yet. */
  readonly open: number
  readonly differences: readonly BooksDifference[]
}

interface OurEntry {
  readonly orderId: string
  readonly transactionId: string
  readonly currency: string
  readonly standingMinor: bigint
  readonly isOpen: boolean
}

const pageSize = 500

interface BooksToCompare {
  /** The merchants that the acquirer knows under this id: usually one. */
  readonly merchantIds: readonly string[]
  /** Whose books they are: acquirers and providers may know merchants by the same ids. */
  readonly linkId: string
  readonly acquirerMerchantId: string
}

interface BooksDependencies {
  readonly store: Pick<Store, 'listOrders'>
  readonly books: AcquirerBooks
}

/** Payments continue meanwhile, so only what differs twice in a row is a difference. */
export async function verifyBooks(compared: BooksToCompare, dependencies: BooksDependencies): Promise<BooksReport> {
  const first = await compareBooks(compared, dependencies)
  if (first.differences.length === 0) return first
  const second = await compareBooks(compared, dependencies)
  const known = new Set(first.differences.map((difference) => JSON.stringify(difference)))
  return { ...second, differences: second.differences.filter((difference) => known.has(JSON.stringify(difference))) }
}

async function compareBooks(
  { merchantIds, linkId, acquirerMerchantId }: BooksToCompare,
  { store, books }: BooksDependencies,
): Promise<BooksReport> {
  const differences: BooksDifference[] = []
  const ours = new Map<string, OurEntry>()
  let orders = 0
  for (const merchantId of merchantIds) {
    for await (const listed of allOrders(merchantId, store)) {
      orders += 1
      differences.push(...copyDifferences(listed))
      // The link may have changed: requests sent to another acquirer, or under another id, are not in these books.
      for (const transaction of listed.transactions.filter(isAsked))
        if (isSentTo(transaction, { linkId, acquirerMerchantId }))
          for (const [reference, entry] of ourEntriesOf(transaction, listed)) ours.set(reference, entry)
    }
  }
  const transactions = ours.size
  const open = [...ours.values()].filter(({ isOpen }) => isOpen).length
  let entries = 0
  for await (const entry of allEntries(acquirerMerchantId, books)) {
    entries += 1
    const known = ours.get(entry.reference)
    ours.delete(entry.reference)
    differences.push(...entryDifferences(entry, known))
  }
  for (const [reference, { orderId, transactionId, currency, standingMinor, isOpen }] of ours) {
    if (standingMinor === 0n || isOpen) continue
    const found = { orderId, transactionId, reference, currency, ours: String(standingMinor) }
    differences.push({ kind: 'MISSING_AT_ACQUIRER', ...found })
  }
  return { orders, transactions, entries, open, differences }
}

function isSentTo(
  { link }: StoredTransaction,
  { linkId, acquirerMerchantId }: Pick<BooksToCompare, 'linkId' | 'acquirerMerchantId'>,
): boolean {
  return linkRevisionOf(link).linkId === linkId && link.acquirerMerchantId === acquirerMerchantId
}

async function* allOrders(merchantId: string, store: Pick<Store, 'listOrders'>): AsyncGenerator<ListedOrder> {
  let afterOrderId = ''
  for (;;) {
    const page = await store.listOrders({ merchantId, afterOrderId, limit: pageSize })
    yield* page
    const last = page.at(-1)
    if (!last) return
    afterOrderId = last.order.id
  }
}

async function* allEntries(acquirerMerchantId: string, books: AcquirerBooks): AsyncGenerator<BookEntry> {
  let afterReference = ''
  for (;;) {
    const page = await books.list({ acquirerMerchantId, afterReference, limit: pageSize })
    yield* page
    const last = page.at(-1)
    if (!last) return
    afterReference = last.reference
  }
}

const withoutAcquirer: ReadonlySet<TransactionType> = new Set([
  'AUTHENTICATION',
  'CHARGEBACK',
  'FUNDING',
  'REFUND_REQUEST',
])

/** What was, or may have been, sent to an acquirer. */
function isAsked({ type }: StoredTransaction): boolean {
  return !withoutAcquirer.has(type)
}

/** One for each request, by its reference: several of a refund that is made in parts, of which only the last can be open. */
function ourEntriesOf(
  transaction: StoredTransaction,
  { order }: ListedOrder,
): readonly (readonly [string, OurEntry])[] {
  const { key, gatewayCode, amountMinor, reversal, parts, acquirerReference } = transaction
  const { orderId, transactionId } = key
  const common = { orderId, transactionId, currency: order.currency }
  const isUndecided = gatewayCode === undefined || gatewayCodes[gatewayCode].isOpen
  const isOpen = isUndecided || reversal === 'OWED'
  if (!parts)
    return [[acquirerReference, { ...common, standingMinor: isSuccessful(transaction) ? amountMinor : 0n, isOpen }]]
  const decided = isSuccessful(transaction) ? approvedParts({ parts, amountMinor }) : []
  const approved: ReadonlySet<RecordedPart> = new Set(isUndecided ? parts.slice(0, -1) : decided)
  return parts.map((part, index) => [
    part.reference,
    {
      ...common,
      standingMinor: approved.has(part) ? part.amountMinor : 0n,
      isOpen: isOpen && index === parts.length - 1,
    },
  ])
}

function entryDifferences(entry: BookEntry, known: OurEntry | undefined): readonly BooksDifference[] {
  const { reference, standingMinor, currency } = entry
  if (!known)
    return standingMinor === 0n ? [] : [{ kind: 'UNKNOWN_TO_US', reference, currency, theirs: String(standingMinor) }]
  const { orderId, transactionId } = known
  if (known.isOpen) return []
  if (known.currency !== currency && (standingMinor !== 0n || known.standingMinor !== 0n))
    return [{ kind: 'CURRENCY_DIFFERS', orderId, transactionId, reference, ours: known.currency, theirs: currency }]
  if (known.standingMinor === standingMinor) return []
  const ours = String(known.standingMinor)
  return [{ kind: 'AMOUNT_DIFFERS', orderId, transactionId, reference, currency, ours, theirs: String(standingMinor) }]
}

/** The copies on the order row are written in the commit of each outcome, so they differ only after a fault. */
function copyDifferences({ order, copy }: ListedOrder): readonly BooksDifference[] {
  const { id: orderId, transactions } = order
  const decided = transactions.filter(({ gatewayCode }) => gatewayCode !== undefined)
  if (decided.length !== transactions.length) return []
  const status = statusOf(transactions)
  const totals = totalsOf(transactions)
  const differences: BooksDifference[] = []
  if (status !== copy.status)
    differences.push({ kind: 'STATUS_DIFFERS', orderId, ours: String(copy.status), theirs: String(status) })
  const same =
    totals.authorizedMinor === copy.totals.authorizedMinor &&
    totals.capturedMinor === copy.totals.capturedMinor &&
    totals.refundedMinor === copy.totals.refundedMinor
  if (!same) differences.push({ kind: 'TOTALS_DIFFER', orderId })
  return differences
}
