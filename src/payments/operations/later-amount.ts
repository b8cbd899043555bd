// The amount of a capture, a refund or an update, and the tax that is part of it.
import { explain } from '../../kernel/explanation.ts'
import { compareDecimals, parseMoney } from '../../kernel/money.ts'
import { type Rejection, reject } from '../../kernel/rejection.ts'
import type { StoredOrder } from '../ports/transactions.ts'

export function readAmount({
  amount,
  currency,
}: {
  readonly amount: string
  readonly currency: string
}): { amountMinor: bigint; currency: string } | Rejection {
  const money = parseMoney({ amount, currency })
  if (money) return money
  return reject('TOO_MANY_DECIMALS', explain('The amount has more decimals than {currency} allows.', { currency }), {
    field: 'transaction.amount',
  })
}

/** Of the order's tax a part may be captured or refunded with a part of the amount, and all of it with all. */
export function refuseTaxAmount(
  request: { readonly transaction: { readonly amount?: string; readonly taxAmount?: string } },
  { order, transactions }: StoredOrder,
): Rejection | undefined {
  const { amount, taxAmount } = request.transaction
  const orderTax = transactions
    .map((transaction) => transaction.request.order?.taxAmount)
    .findLast((tax) => tax !== undefined)
  if (taxAmount === undefined || amount === undefined || orderTax === undefined) return undefined
  const isFull = parseMoney({ amount, currency: order.currency })?.amountMinor === order.amountMinor
  const difference = compareDecimals(taxAmount, orderTax)
  if (difference > 0 || (isFull && difference !== 0))
    return reject('FIELD_INVALID', "The tax must equal the order's tax, or be less for a partial amount.", {
      field: 'transaction.taxAmount',
    })
  return undefined
}
