// Updates an authorization manually.
import { command } from '../command.ts'
import { usageError } from '../result.ts'
import { actOptions, noteFields, runOrderAction } from './act.ts'
import { orderArguments } from './options.ts'
import { amountOption, currencyOption } from '../options.ts'

export const orderUpdateAuthorization = command({
  name: 'order update-authorization',
  purpose: 'Changes the amount of an authorization, or without an amount extends it.',
  arguments: orderArguments,
  options: { amount: amountOption, currency: currencyOption, ...actOptions },
  example: 'SHOP1 order-1 --amount 120.00 --currency USD',
  async run({ merchantId, orderId, transaction, user, amount, currency, ...notes }, context) {
    if ((amount === undefined) !== (currency === undefined))
      return usageError('--amount and --currency must be used together.')
    const money = amount === undefined || currency === undefined ? {} : { amount, currency }
    const action = { kind: 'UPDATE_AUTHORIZATION', transaction: { ...money, ...noteFields(notes) } } as const
    return runOrderAction({ key: { merchantId, orderId }, transaction, user, action }, context)
  },
})
