// The tax of an order and the taxes of its line items must be the same sum.
import { reject } from '../../../domain/rejection.ts'
import { addDecimals, compareDecimals, multiplyDecimals } from '../../json/decimal.ts'
import type { CanonicalObject } from '../../row.ts'
import type { ContractRule } from '../../rule.ts'
import { findText, findValue } from '../find-value.ts'

const field = 'order.taxAmount'

export const itemTaxesEqualTaxAmount: ContractRule = {
  name: 'item-taxes-equal-tax-amount',
  says: 'When line items are sent, order.taxAmount is the sum of their quantity times unitTaxAmount.',
  check(request) {
    const taxAmount = findText(request, field)
    const items = findValue(request, 'order.item')
    if (taxAmount === undefined || !Array.isArray(items) || items.length === 0) return undefined
    const sum = addDecimals(...(items as readonly CanonicalObject[]).map(taxOf))
    if (compareDecimals(sum, taxAmount) === 0) return undefined
    return reject('FIELD_INVALID', `Value '${taxAmount}' is invalid. The taxes of the line items make ${sum}.`, {
      field,
    })
  },
}

/** An item without a tax field has no tax. */
function taxOf(item: CanonicalObject): string {
  return multiplyDecimals(findText(item, 'quantity') ?? '0', findText(item, 'unitTaxAmount') ?? '0')
}
