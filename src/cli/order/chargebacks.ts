// Commands that record what a bank reports: chargebacks and fees.
import { FieldError } from '../../contract/row.ts'
import { disputeText, typeText } from '../../kernel/labels.ts'
import { displayAmount } from '../../kernel/money.ts'
import type { DisputeState } from '../../kernel/order-status.ts'
import { decisionOfDispute, isDay, type ProviderEvent, recordProviderEvent } from '../../payments/index.ts'
import { type CommandContext, command } from '../command.ts'
import { commandActor } from '../options.ts'
import { type CommandResult, commandDone } from '../result.ts'
import { choiceValue, requiredOption, type ValueRow } from '../rows.ts'
import { withOperations } from '../with-installation.ts'
import {
  eventOptions,
  isCommandRefusal,
  orderArguments,
  orderName,
  readCreatedTransaction,
  refuseOrderCommand,
} from './order-command.ts'

/** Records an action of a bank or the payment provider, for the two commands that do so. */
function recordEvent(event: ProviderEvent, context: CommandContext): Promise<CommandResult> {
  return withOperations(context, async ({ dependencies }) => {
    const { key, dispute } = event
    const recorded = await recordProviderEvent(event, dependencies)
    if (recorded.kind !== 'ANSWERED') return refuseOrderCommand(recorded, key)
    const made = readCreatedTransaction(recorded, key)
    if (isCommandRefusal(made)) return made
    const { type, amount, currency, transactionId, orderStatus } = made
    return commandDone(
      { ...made, decision: dispute && decisionOfDispute[dispute.state], dispute },
      `Recorded ${dispute ? `"${disputeText(dispute.state)}"` : typeText(type).toLowerCase()} of ${displayAmount(amount, currency)} ${currency} as ${transactionId}; order ${orderName(key.orderId)} is ${orderStatus}.`,
    )
  })
}

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
        dispute: { state: stateOf[state], respondBy },
        userId: commandActor(user),
        ...event,
      },
      context,
    ),
})

export const orderFee = command({
  name: 'order fee',
  purpose: "Records a provider's fee as FUNDING, on a new order if the id does not exist; no totals change.",
  arguments: orderArguments,
  options: eventOptions,
  example: 'SHOP1 order-1 --amount 0.35 --currency USD --note "Processing, March"',
  run: ({ merchantId, orderId, user, ...event }, context) =>
    recordEvent({ key: { merchantId, orderId }, type: 'FUNDING', userId: commandActor(user), ...event }, context),
})
