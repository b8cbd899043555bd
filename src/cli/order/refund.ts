// Refunds by hand what was captured.
import { transactionRows } from '../../contract/groups/transaction.ts'
import { command } from '../command.ts'
import { textValue } from '../rows.ts'
import { actOptions, moneyOptions, noteFields, runOrderAction } from './act.ts'
import { orderArguments } from './options.ts'

export const orderRefund = command({
  name: 'order refund',
  purpose: 'Gives captured money back, or asks for it where the profile wants four eyes.',
  arguments: orderArguments,
  options: {
    ...moneyOptions,
    target: textValue(
      transactionRows.id,
      '<transactionId>',
      'Which capture or payment it is taken from. The oldest first if not given.',
    ),
    ...actOptions,
  },
  example: 'SHOP1 order-1 --amount 10.00 --currency USD --note "Broken cup"',
  notes: () =>
    `Where the merchant was made with --refunds-need-approval, this makes a request; somebody else, by another --user, has to
approve it with "order approve-refund".`,
  run: ({ merchantId, orderId, transaction, user, amount, currency, target, ...words }, surroundings) => {
    const targeted = target === undefined ? {} : { targetTransactionId: target }
    const asked = { kind: 'REFUND', transaction: { amount, currency, ...targeted, ...noteFields(words) } } as const
    return runOrderAction({ key: { merchantId, orderId }, transaction, user, asked }, surroundings)
  },
})
