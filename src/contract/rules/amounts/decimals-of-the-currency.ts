// A tenth of a cent cannot be paid: amounts have no more decimals than their currency.
import { exponentOf } from '../../../domain/currency.ts'
import { reject } from '../../../domain/rejection.ts'
import type { CanonicalObject } from '../../row.ts'
import type { ContractRule } from '../../rule.ts'
import { findText, findValue } from '../find-value.ts'

/** Money in the order's currency, in table order. Unit prices and rates are no money and may be finer. */
const amounts = [
  'agreement.maximumAmountPerPayment',
  'agreement.minimumAmountPerPayment',
  'order.amount',
  'order.cashbackAmount',
  'order.discount.amount',
  'order.dutyAmount',
  'order.gratuityAmount',
  'order.itemAmount',
  'order.merchantCharge.amount',
  'order.netAmount',
  'order.shippingAndHandlingAmount',
  'order.taxAmount',
  'transaction.amount',
  'transaction.discountAmount',
  'transaction.dutyAmount',
  'transaction.itemAmount',
  'transaction.shippingAndHandlingAmount',
  'transaction.shippingAndHandlingTaxAmount',
  'transaction.taxAmount',
] as const

const taxLists = ['order.tax', 'transaction.tax'] as const

export const decimalsOfTheCurrency: ContractRule = {
  name: 'decimals-of-the-currency',
  says: 'An amount has no more decimals than its currency; trailing zeros do not count.',
  check(request) {
    const currency = findText(request, 'order.currency') ?? findText(request, 'transaction.currency')
    if (currency === undefined) return undefined
    const decimalsMax = exponentOf(currency)
    // Canonical amounts have no trailing zeros, so counting is enough.
    for (const { field, value } of moneyOf(request)) {
      if ((value.split('.')[1] ?? '').length > decimalsMax)
        return reject(
          'TOO_MANY_DECIMALS',
          `Value '${value}' is invalid. An amount in ${currency} has at most ${decimalsMax} decimals.`,
          { field },
        )
    }
    return undefined
  },
}

function* moneyOf(request: CanonicalObject): Iterable<{ field: string; value: string }> {
  for (const field of amounts) {
    const value = findText(request, field)
    if (value !== undefined) yield { field, value }
  }
  for (const path of taxLists) {
    const taxes = findValue(request, path)
    if (!Array.isArray(taxes)) continue
    for (const [index, tax] of (taxes as readonly CanonicalObject[]).entries()) {
      const value = findText(tax, 'amount')
      if (value !== undefined) yield { field: `${path}[${index}].amount`, value }
    }
  }
}
