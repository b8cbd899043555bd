// Refunds a capture manually.
import { transactionRows } from '../../contract/groups/transaction.ts'
import { command } from '../command.ts'
import { textValue } from '../rows.ts'
import { actOptions, moneyOptions, noteFields, runOrderAction } from './act.ts'
import { orderArguments } from './options.ts'

export const orderRefund = command({
  name: 'order refund',
  purpose: 'Refunds a captured amount, or requests the refund if the profile requires approval.',
  arguments: orderArguments,
  options: {
    ...moneyOptions,
    target: textValue(
      transactionRows.id,
      '<transactionId>',
      'The capture or payment to refund. Default: the oldest first.',
    ),
    ...actOptions,
  },
  example: 'SHOP1 order-1 --amount 10.00 --currency USD --note "Broken cup"',
  notes: () =>
    `If the merchant has --refunds-need-approval, this creates a refund request; another user (a different
--user) must approve it with "order approve-refund".`,
  run: ({ merchantId, orderId, transaction, user, amount, currency, target, ...notes }, context) => {
    const targeted = target === undefined ? {} : { targetTransactionId: target }
    const action = { kind: 'REFUND', transaction: { amount, currency, ...targeted, ...noteFields(notes) } } as const
    return runOrderAction({ key: { merchantId, orderId }, transaction, user, action }, context)
  },
})
