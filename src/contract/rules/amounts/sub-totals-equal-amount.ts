// An amount that is broken down must be broken down completely.
import { reject } from '../../../domain/rejection.ts'
import { addDecimals, compareDecimals, negateDecimal } from '../../json/decimal.ts'
import type { CanonicalObject } from '../../row.ts'
import type { ContractRule } from '../../rule.ts'
import { findText } from '../find-value.ts'

const subTotals = [
  'order.cashbackAmount',
  'order.dutyAmount',
  'order.gratuityAmount',
  'order.itemAmount',
  'order.shippingAndHandlingAmount',
  'order.taxAmount',
] as const

const merchantCharge = 'order.merchantCharge.amount'

export const subTotalsEqualAmount: ContractRule = {
  name: 'sub-totals-equal-amount',
  says: 'When sub-totals are sent, their sum minus the discount equals the amount; the net amount where one is sent.',
  check(request) {
    const { field, total, parts } = breakdownOf(request)
    // A discount alone breaks nothing down, and without a total there is nothing to compare with.
    if (total === undefined || parts.length === 0) return undefined
    const sum = addDecimals(...parts, negateDecimal(findText(request, 'order.discount.amount') ?? '0'))
    if (compareDecimals(sum, total) === 0) return undefined
    return reject('SUB_TOTALS_DIFFER', `Value '${total}' is invalid. The sub-totals minus the discount make ${sum}.`, {
      field,
    })
  },
}

/** The net amount is what the payer owes before the merchant's charge, so the charge is no part of it. */
function breakdownOf(request: CanonicalObject) {
  const netAmount = findText(request, 'order.netAmount')
  const isNet = netAmount !== undefined
  const paths = isNet ? subTotals : [...subTotals, merchantCharge]
  return {
    field: isNet ? 'order.netAmount' : 'order.amount',
    total: isNet ? netAmount : findText(request, 'order.amount'),
    parts: paths.map((path) => findText(request, path)).filter((part) => part !== undefined),
  }
}
