// Moves an order by hand, for the commands that do so.
import { transactionRows } from '../../contract/groups/transaction.ts'
import { actOnOrder, type ManualAction } from '../../operations/payments/manual/act-on-order.ts'
import type { OrderKey } from '../../ports/payments/transactions.ts'
import type { CommandContext } from '../command.ts'
import { type CommandResult, commandDone } from '../result.ts'
import { type Options, requiredOption, textValue } from '../rows.ts'
import { withOperations } from '../with-installation.ts'
import { amountOption, commandActor, currencyOption, noteOption, userOption } from './options.ts'
import { isCommandRefusal, orderName, readCreatedTransaction, refuseOrderCommand } from './result.ts'

export const actOptions = {
  transaction: textValue(
    transactionRows.id,
    '<transactionId>',
    'What it is called. With a name of yours, asking twice acts once; without, the gateway makes one.',
  ),
  reference: textValue(transactionRows.reference, '<text>', 'What the merchant calls it.'),
  note: noteOption(transactionRows.merchantNote),
  user: userOption,
} as const satisfies Options

export const moneyOptions = { amount: requiredOption(amountOption), currency: requiredOption(currencyOption) } as const

interface NoteOptions {
  readonly reference?: string
  readonly note?: string
}

/** In the names that the order keeps them under. */
export function noteFields({ reference, note }: NoteOptions) {
  return { ...(reference !== undefined && { reference }), ...(note !== undefined && { merchantNote: note }) }
}

export function runOrderAction(
  {
    key,
    transaction,
    user,
    asked,
  }: {
    readonly key: OrderKey
    readonly transaction: string | undefined
    readonly user: string | undefined
    readonly asked: ManualAction
  },
  surroundings: CommandContext,
): Promise<CommandResult> {
  return withOperations(surroundings, async ({ ports }) => {
    const named = transaction === undefined ? {} : { transactionId: transaction }
    const acted = await actOnOrder({ key, ...named, userId: commandActor(user), act: asked }, ports)
    if (acted.kind !== 'answered') return refuseOrderCommand(acted, key)
    const made = readCreatedTransaction(acted, key)
    if (isCommandRefusal(made)) return made
    const { type, amount, currency, transactionId, orderStatus } = made
    const status = orderStatus === undefined ? 'not decided yet' : orderStatus
    const next = type === 'REFUND_REQUEST' ? ' Somebody else has to approve it: "order approve-refund".' : ''
    return commandDone(
      made,
      `Made ${type} of ${amount} ${currency} as ${transactionId}; order ${orderName(key.orderId)} is ${status}.${next}`,
    )
  })
}
