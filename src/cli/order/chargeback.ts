// Records a bank's decision about a disputed payment.
import type { Decision } from '../../domain/payments/order.ts'
import { command } from '../command.ts'
import { choiceValue, requiredOption } from '../rows.ts'
import { recordEvent } from './event.ts'
import { commandActor, eventOptions, orderArguments } from './options.ts'

/** The status of a dispute, and its meaning for the order. */
const decisionOf = {
  'information-request': 'PENDING',
  pending: 'PENDING',
  processed: 'ACCEPTED',
  won: 'REJECTED',
} as const satisfies Readonly<Record<string, Decision>>

type State = keyof typeof decisionOf
const states = Object.keys(decisionOf) as readonly State[]

export const orderChargeback = command({
  name: 'order chargeback',
  purpose: 'Records a dispute, or a change in its state, as a CHARGEBACK; no money moves and no totals change.',
  arguments: orderArguments,
  options: {
    ...eventOptions,
    state: requiredOption(
      choiceValue(
        states,
        '<state>',
        'The state of the dispute: information requested, disputed, charged back, or won by the merchant.',
      ),
    ),
  },
  example: 'SHOP1 order-1 --amount 10.00 --currency USD --state pending --reference CASE-17',
  run: ({ merchantId, orderId, state, user, ...event }, context) =>
    recordEvent(
      {
        key: { merchantId, orderId },
        type: 'CHARGEBACK',
        decision: decisionOf[state],
        userId: commandActor(user),
        ...event,
      },
      context,
    ),
})
