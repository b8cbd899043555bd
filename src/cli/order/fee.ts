// Records a fee that the payment provider has taken.
import { command } from '../command.ts'
import { recordEvent } from './event.ts'
import { eventOptions, orderArguments } from './options.ts'
import { commandActor } from '../options.ts'

export const orderFee = command({
  name: 'order fee',
  purpose: "Records a provider's fee as FUNDING, on a new order if the id does not exist; no totals change.",
  arguments: orderArguments,
  options: eventOptions,
  example: 'SHOP1 order-1 --amount 0.35 --currency USD --note "Processing, March"',
  run: ({ merchantId, orderId, user, ...event }, context) =>
    recordEvent({ key: { merchantId, orderId }, type: 'FUNDING', userId: commandActor(user), ...event }, context),
})
