// Shows everything that happened to an order.
import { command } from '../command.ts'
import { done } from '../result.ts'
import { withOperations } from '../with-installation.ts'
import { orderArguments } from './options.ts'
import { refusalOf } from './result.ts'
import { orderData, orderText } from './view.ts'

export const orderShow = command({
  name: 'order show',
  purpose: 'Shows an order: where it stands, its transactions, and what happened to it when.',
  arguments: orderArguments,
  options: {},
  example: 'TESTMERCHANT order-1',
  run: ({ merchantId, orderId }, surroundings) =>
    withOperations(surroundings, async ({ ports: { store } }) => {
      const key = { merchantId, orderId }
      if (!(await store.findMerchant(merchantId))) return refusalOf({ kind: 'unknownMerchant' }, key)
      const [stored, events] = await Promise.all([store.findOrder(key), store.listEvents(key)])
      if (!stored) return refusalOf({ kind: 'unknownOrder' }, key)
      const shown = orderData(merchantId, stored, events)
      return done(shown, orderText(shown))
    }),
})
