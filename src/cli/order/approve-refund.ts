// Approves a refund that a merchant's program has requested.
import { approveRefund } from '../../payments/operations/manual/decide-refund-request.ts'
import { command } from '../command.ts'
import { commandDone } from '../result.ts'
import { withOperations } from '../with-installation.ts'
import { orderArguments, requestOption } from './options.ts'
import { isCommandRefusal, readCreatedTransaction, refuseOrderCommand } from './result.ts'
import { commandActor, userOption } from '../options.ts'

export const orderApproveRefund = command({
  name: 'order approve-refund',
  purpose: 'Approves and carries out a refund that is waiting for approval.',
  arguments: orderArguments,
  options: { request: requestOption, user: userOption },
  example: 'SHOP1 order-1',
  run: ({ merchantId, orderId, request, user }, context) =>
    withOperations(context, async ({ ports }) => {
      const key = { merchantId, orderId }
      if (!(await ports.store.findMerchant(merchantId))) return refuseOrderCommand({ kind: 'UNKNOWN_MERCHANT' }, key)
      const named = request === undefined ? {} : { transactionId: request }
      const decided = await approveRefund({ key, ...named, userId: commandActor(user) }, ports)
      if (decided.kind === 'DECLINED') throw new Error('a refund that was approved was returned as declined')
      if (decided.kind !== 'ANSWERED') return refuseOrderCommand(decided, key)
      const made = readCreatedTransaction(decided, key)
      if (isCommandRefusal(made)) return made
      const { amount, currency, transactionId, orderStatus } = made
      return commandDone(made, `Refunded ${amount} ${currency} as ${transactionId}; the order is ${orderStatus}.`)
    }),
})
