// Other orders of the payer of an order: with the same e-mail address, or paid with the same token.
import type { StoredTransaction } from '../../payments/index.ts'
import type { ReadSource } from '../../reports/index.ts'
import { normalizeText, type OrderSearchResult, searchFields } from '../../search/index.ts'
import { type ConsoleContext, findCardMasking, pathId } from '../context.ts'
import type { PayerMatch, PayerOrdersBody } from '../response-bodies/orders.ts'
import { okResponse, unknownResource } from '../responses.ts'
import type { ConsoleRoute } from '../route.ts'
import { maskFoundAccount, orderListItem } from './search-results.ts'

/** More are found by the search. */
const ordersMax = 5
/** Of each kind: an order has one as a rule. */
const identifiersMax = 3

export function payerOrderServices(context: ConsoleContext): readonly ConsoleRoute[] {
  const { store, delayedReads } = context.dependencies
  return [
    {
      method: 'GET',
      path: '/merchants/:merchantId/orders/:orderId/payer-orders',
      purpose: 'Lists other orders of the same payer: with the same e-mail address, or paid with the same token.',
      access: { kind: 'MERCHANT', permission: 'VIEW' },
      async handle(call) {
        const key = { merchantId: pathId(call, 'merchantId'), orderId: pathId(call, 'orderId') }
        const stored = await store.findOrder(key)
        if (!stored) return unknownResource('order')
        const payer = payerOf(stored.transactions)
        const { result, age } = await delayedReads.read(({ search }) => findOrders(key.merchantId, payer, search))
        const masking = await findCardMasking(key.merchantId, context)
        const others = result.found.filter(({ order }) => order.orderId !== key.orderId)
        return okResponse<PayerOrdersBody>({
          orders: others.slice(0, ordersMax).map(({ order, matches }) => ({
            order: orderListItem(maskFoundAccount(order, masking)),
            matches: [...matches],
          })),
          hasMore: result.hasMore || others.length > ordersMax,
          email: payer.emails[0],
          token: payer.tokens[0],
          age,
        })
      },
    },
  ]
}

interface PayerIdentifiers {
  readonly emails: readonly string[]
  readonly tokens: readonly string[]
}

/** The newest first. */
function payerOf(transactions: readonly StoredTransaction[]): PayerIdentifiers {
  const newest = transactions.toReversed()
  const emails = newest.flatMap(({ request, response }) => response?.customer?.email ?? request.customer?.email ?? [])
  const tokens = newest.flatMap(
    ({ request, response }) => response?.sourceOfFunds?.token ?? request.sourceOfFunds?.token ?? [],
  )
  return {
    emails: [...new Map(emails.map((email) => [normalizeText(email), email])).values()].slice(0, identifiersMax),
    tokens: [...new Set(tokens)].slice(0, identifiersMax),
  }
}

interface FoundOrder {
  readonly order: OrderSearchResult
  readonly matches: Set<PayerMatch>
}

/** The newest first, each once. */
async function findOrders(
  merchantId: string,
  { emails, tokens }: PayerIdentifiers,
  search: ReadSource['search'],
): Promise<{ readonly found: readonly FoundOrder[]; readonly hasMore: boolean }> {
  // One of them may be the order itself.
  const limit = ordersMax + 1
  const byEmail = emails.map(async (email) => {
    // Whole addresses only: part of one is another payer's.
    const words = [{ text: normalizeText(email), amounts: [] }]
    const { results, hasMore } = await search.byText({ merchantId, query: { words }, hiddenFields: notEmail, limit })
    const orders = results.filter(({ matches }) => matches.every(({ isExact }) => isExact)).map(({ order }) => order)
    return { match: 'EMAIL' as const, orders, hasMore: hasMore && orders.length === results.length }
  })
  const byToken = tokens.map(async (token) => {
    const { rows, next } = await search.orders({ merchantId, token }, { limit })
    return { match: 'TOKEN' as const, orders: rows, hasMore: next !== undefined }
  })
  const all = await Promise.all([...byEmail, ...byToken])
  const byId = new Map<string, FoundOrder>()
  for (const { match, orders } of all)
    for (const order of orders) {
      const known = byId.get(order.orderId) ?? { order, matches: new Set() }
      byId.set(order.orderId, { ...known, matches: known.matches.add(match) })
    }
  const found = [...byId.values()].toSorted((a, b) => b.order.createdAt.getTime() - a.order.createdAt.getTime())
  return { found, hasMore: all.some(({ hasMore }) => hasMore) }
}

const notEmail = searchFields.filter((field) => field !== 'EMAIL')
