// Captures an authorization manually.
import { command } from '../command.ts'
import { actOptions, moneyOptions, noteFields, runOrderAction } from './act.ts'
import { orderArguments } from './options.ts'

export const orderCapture = command({
  name: 'order capture',
  purpose: 'Captures an authorization in full or in part; can be repeated for further parts.',
  arguments: orderArguments,
  options: { ...moneyOptions, ...actOptions },
  example: 'SHOP1 order-1 --amount 10.00 --currency USD',
  run: ({ merchantId, orderId, transaction, user, amount, currency, ...notes }, context) =>
    runOrderAction(
      {
        key: { merchantId, orderId },
        transaction,
        user,
        action: { kind: 'CAPTURE', transaction: { amount, currency, ...noteFields(notes) } },
      },
      context,
    ),
})
