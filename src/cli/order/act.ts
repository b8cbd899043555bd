// Moves an order by hand, for the commands that do so.
import { transactionRows } from '../../contract/groups/transaction.ts'
import { actByHand, type ByHand } from '../../operations/payments/manual/act-on-order.ts'
import type { OrderKey } from '../../ports/payments/transactions.ts'
import type { Surroundings } from '../command.ts'
import { done, type Result } from '../result.ts'
import { type Options, required, text } from '../rows.ts'
import { withOperations } from '../with-installation.ts'
import { actorOf, amountOption, currencyOption, noteOption, userOption } from './options.ts'
import { isRefusal, madeOf, orderName, refusalOf } from './result.ts'

export const actOptions = {
  transaction: text(
    transactionRows.id,
    '<transactionId>',
    'What it is called. With a name of yours, asking twice acts once; without, the gateway makes one.',
  ),
  reference: text(transactionRows.reference, '<text>', 'What the merchant calls it.'),
  note: noteOption(transactionRows.merchantNote),
  user: userOption,
} as const satisfies Options

export const moneyOptions = { amount: required(amountOption), currency: required(currencyOption) } as const

interface Words {
  readonly reference?: string
  readonly note?: string
}

/** In the names that the order keeps them under. */
export function wordsOf({ reference, note }: Words) {
  return { ...(reference !== undefined && { reference }), ...(note !== undefined && { merchantNote: note }) }
}

export function act(
  {
    key,
    transaction,
    user,
    asked,
  }: {
    readonly key: OrderKey
    readonly transaction: string | undefined
    readonly user: string | undefined
    readonly asked: ByHand
  },
  surroundings: Surroundings,
): Promise<Result> {
  return withOperations(surroundings, async ({ ports }) => {
    const named = transaction === undefined ? {} : { transactionId: transaction }
    const acted = await actByHand({ key, ...named, userId: actorOf(user), act: asked }, ports)
    if (acted.kind !== 'answered') return refusalOf(acted, key)
    const made = madeOf(acted, key)
    if (isRefusal(made)) return made
    const { type, amount, currency, transactionId, orderStatus } = made
    const status = orderStatus === undefined ? 'not decided yet' : orderStatus
    const next = type === 'REFUND_REQUEST' ? ' Somebody else has to approve it: "order approve-refund".' : ''
    return done(
      made,
      `Made ${type} of ${amount} ${currency} as ${transactionId}; order ${orderName(key.orderId)} is ${status}.${next}`,
    )
  })
}
