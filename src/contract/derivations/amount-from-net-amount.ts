// A request with only the amount before the merchant's charge determines the amount: operations always find
// order.amount.

import type { Derivation } from '../derivation.ts'
import { addDecimals } from '../json/decimal.ts'
import { findText } from '../rules/find-value.ts'
import { withValue } from './with-value.ts'

export const amountFromNetAmount: Derivation = {
  name: 'amount-from-net-amount',
  says: "Without order.amount the amount is order.netAmount and the merchant's charge together.",
  derive(request) {
    const netAmount = findText(request, 'order.netAmount')
    if (netAmount === undefined || findText(request, 'order.amount') !== undefined) return request
    const charge = findText(request, 'order.merchantCharge.amount') ?? '0'
    return withValue(request, 'order.amount', addDecimals(netAmount, charge))
  },
}
