// Voids a transaction of an order manually.
import { transactionRows } from '../../contract/groups/transaction.ts'
import { command } from '../command.ts'
import { requiredOption, textValue } from '../rows.ts'
import { actOptions, noteFields, runOrderAction } from './act.ts'
import { orderArguments } from './options.ts'

export const orderVoid = command({
  name: 'order void',
  purpose: 'Voids a transaction before the acquirer has settled it.',
  arguments: orderArguments,
  options: {
    target: requiredOption(
      textValue(transactionRows.id, '<transactionId>', 'The transaction to void; see "order show".'),
    ),
    ...actOptions,
  },
  example: 'SHOP1 order-1 --target 1',
  run: ({ merchantId, orderId, transaction, user, target, ...notes }, context) =>
    runOrderAction(
      {
        key: { merchantId, orderId },
        transaction,
        user,
        action: { kind: 'VOID', transaction: { targetTransactionId: target, ...noteFields(notes) } },
      },
      context,
    ),
})
