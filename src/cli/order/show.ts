// Shows everything that happened to an order.
import { command } from '../command.ts'
import { commandDone } from '../result.ts'
import { withOperations } from '../with-installation.ts'
import { orderArguments } from './options.ts'
import { refuseOrderCommand } from './result.ts'
import { orderData, orderText } from './view.ts'

export const orderShow = command({
  name: 'order show',
  purpose: 'Shows an order: its status, transactions and history.',
  arguments: orderArguments,
  options: {},
  example: 'TESTMERCHANT order-1',
  run: ({ merchantId, orderId }, context) =>
    withOperations(context, async ({ ports: { store, disputeAnswers } }) => {
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
