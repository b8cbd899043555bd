// Commands that approve and decline refund requests.
import { approveRefund, declineRefund } from '../../payments/operations/manual/decide-refund-request.ts'
import { command } from '../command.ts'
import { commandActor, userOption } from '../options.ts'
import { commandDone } from '../result.ts'
import { printable } from '../table.ts'
import { withOperations } from '../with-installation.ts'
import { orderArguments, requestOption } from './options.ts'
import { isCommandRefusal, orderName, readCreatedTransaction, refuseOrderCommand } from './result.ts'

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

export const orderDeclineRefund = command({
  name: 'order turn-down-refund',
  purpose: 'Declines a refund that is waiting for approval; no money moves.',
  arguments: orderArguments,
  options: { request: requestOption, user: userOption },
  example: 'SHOP1 order-1 --request 2',
  run: ({ merchantId, orderId, request, user }, context) =>
    withOperations(context, async ({ ports }) => {
      const key = { merchantId, orderId }
      if (!(await ports.store.findMerchant(merchantId))) return refuseOrderCommand({ kind: 'UNKNOWN_MERCHANT' }, key)
      const named = request === undefined ? {} : { transactionId: request }
      const decided = await declineRefund({ key, ...named, userId: commandActor(user) }, ports)
      if (decided.kind === 'ANSWERED') throw new Error('a refund that was declined was returned as approved')
      if (decided.kind !== 'DECLINED') return refuseOrderCommand(decided, key)
      const { transactionId } = decided
      return commandDone(
        { ...key, transactionId, decision: 'REJECTED' },
        `Declined refund request ${printable(transactionId)} of order ${orderName(orderId)}.`,
      )
    }),
})
