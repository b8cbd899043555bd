// Records an action of a bank or the payment provider, for the two commands that do so.
import { disputeText, typeText } from '../../kernel/labels.ts'
import { displayAmount } from '../../kernel/money.ts'
import { type ProviderEvent, recordProviderEvent } from '../../payments/operations/manual/record-provider-event.ts'
import { decisionOfDispute } from '../../payments/rules/dispute.ts'
import type { CommandContext } from '../command.ts'
import { type CommandResult, commandDone } from '../result.ts'
import { withOperations } from '../with-installation.ts'
import { isCommandRefusal, orderName, readCreatedTransaction, refuseOrderCommand } from './result.ts'

export function recordEvent(event: ProviderEvent, context: CommandContext): Promise<CommandResult> {
  return withOperations(context, async ({ ports }) => {
    const { key, dispute } = event
    const recorded = await recordProviderEvent(event, ports)
    if (recorded.kind !== 'ANSWERED') return refuseOrderCommand(recorded, key)
    const made = readCreatedTransaction(recorded, key)
    if (isCommandRefusal(made)) return made
    const { type, amount, currency, transactionId, orderStatus } = made
    return commandDone(
      { ...made, ...(dispute && { decision: decisionOfDispute[dispute.state], dispute }) },
      `Recorded ${dispute ? `"${disputeText(dispute.state)}"` : typeText(type).toLowerCase()} of ${displayAmount(amount, currency)} ${currency} as ${transactionId}; order ${orderName(key.orderId)} is ${orderStatus}.`,
    )
  })
}
