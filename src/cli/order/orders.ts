// Commands that find and show orders and transactions.
import { command } from '../command.ts'
import { merchantIdArgument, unknownMerchant } from '../options.ts'
import { commandDone } from '../result.ts'
import {
  defaultLimit,
  foundOrderData,
  foundOrdersText,
  foundTransactionData,
  foundTransactionsText,
  moreText,
  readSearchFilter,
  searchOptions,
} from '../search.ts'
import { withOperations } from '../with-installation.ts'
import { orderArguments, refuseOrderCommand } from './order-command.ts'
import { orderData, orderText } from './view.ts'

export const orderSearch = command({
  name: 'order search',
  purpose: 'Finds orders by id, reference, card, token, amount, time, status, or the result of their transactions.',
  arguments: { merchantId: merchantIdArgument },
  options: searchOptions,
  example: 'SHOP1 --last-four 0008 --since 3d',
  notes: () =>
    `All given conditions must match. The newest orders come first; --since and --until refer to the time an
order was opened. The most recent changes may be missing until a running gateway has indexed them.`,
  async run({ merchantId, ...options }, context) {
    const wanted = readSearchFilter(merchantId, options)
    if ('kind' in wanted) return wanted
    const { limit = defaultLimit, after } = options
    return withOperations(context, async ({ dependencies: { search }, merchants }) => {
      if (!(await merchants.find(merchantId))) return unknownMerchant(merchantId)
      const { rows, next } = await search.orders(wanted, { limit, after })
      const text = rows.length === 0 ? 'No orders.' : `${foundOrdersText(rows)}${moreText(next)}`
      return commandDone({ orders: rows.map(foundOrderData), next: next ?? null }, text)
    })
  },
})

export const orderShow = command({
  name: 'order show',
  purpose: 'Shows an order: its status, transactions and history.',
  arguments: orderArguments,
  options: {},
  example: 'TESTMERCHANT order-1',
  run: ({ merchantId, orderId }, context) =>
    withOperations(context, async ({ dependencies: { store, disputeAnswers } }) => {
      const key = { merchantId, orderId }
      if (!(await store.findMerchant(merchantId))) return refuseOrderCommand({ kind: 'UNKNOWN_MERCHANT' }, key)
      const [stored, events, answers] = await Promise.all([
        store.findOrder(key),
        store.listEvents(key),
        disputeAnswers.list(merchantId, [orderId]),
      ])
      if (!stored) return refuseOrderCommand({ kind: 'UNKNOWN_ORDER' }, key)
      const shown = orderData(merchantId, stored, { events, answers })
      return commandDone(shown, orderText(shown))
    }),
})

export const transactionSearch = command({
  name: 'transaction search',
  purpose: 'Finds transactions by id, reference, card, token, amount, time, type, result, or order status.',
  arguments: { merchantId: merchantIdArgument },
  options: searchOptions,
  example: 'SHOP1 --code INSUFFICIENT_FUNDS --since 1d',
  notes: () =>
    `All given conditions must match. The newest come first, by time of record. The most recent changes may be
missing until a running gateway has indexed them.`,
  async run({ merchantId, ...options }, context) {
    const wanted = readSearchFilter(merchantId, options)
    if ('kind' in wanted) return wanted
    const { limit = defaultLimit, after } = options
    return withOperations(context, async ({ dependencies: { search }, merchants }) => {
      if (!(await merchants.find(merchantId))) return unknownMerchant(merchantId)
      const { rows, next } = await search.transactions(wanted, { limit, after })
      const text = rows.length === 0 ? 'No transactions.' : `${foundTransactionsText(rows)}${moreText(next)}`
      return commandDone({ transactions: rows.map(foundTransactionData), next: next ?? null }, text)
    })
  },
})
