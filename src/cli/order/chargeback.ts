// Records a bank's decision about a disputed payment.
import { FieldError } from '../../contract/row.ts'
import type { DisputeState } from '../../kernel/dispute-state.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import { isDay } from '../../payments/rules/dispute.ts'
import { command } from '../command.ts'
import { type ValueRow, choiceValue, requiredOption } from '../rows.ts'
import { recordEvent } from './event.ts'
import { eventOptions, orderArguments } from './options.ts'
import { commandActor } from '../options.ts'

/** The words of the option; "processed" is an older word for lost. */
const stateOf = {
  'information-request': 'INFORMATION_REQUESTED',
  pending: 'PENDING',
  won: 'WON',
  lost: 'LOST',
  processed: 'LOST',
} as const satisfies Readonly<Record<string, DisputeState>>

type State = keyof typeof stateOf
const states = Object.keys(stateOf) as readonly State[]

const dayOption: ValueRow<string> = {
  kind: 'VALUE',
  placeholder: '<date>',
  description: 'The last day to answer the bank, such as 2026-11-30.',
  parse: (text) => (isDay(text) ? text : new FieldError('must be a date such as 2026-11-30')),
}

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
        'The state of the dispute: information requested, chargeback pending, won by the merchant, or lost (also: processed).',
      ),
    ),
    respondBy: dayOption,
  },
  example: 'SHOP1 order-1 --amount 10.00 --currency USD --state pending --reference CASE-17 --respond-by 2026-11-30',
  notes: () =>
    'The reference is the number of the case: each change of a case is recorded under the same one, and the latest counts.',
  run: ({ merchantId, orderId, state, user, respondBy, ...event }, context) =>
    recordEvent(
      {
        key: { merchantId, orderId },
        type: 'CHARGEBACK',
        dispute: { state: stateOf[state], ...omitUndefined({ respondBy }) },
        userId: commandActor(user),
        ...event,
      },
      context,
    ),
})
