// A payment must have an amount above zero; to check whether a card is valid, a merchant verifies it.
import { reject } from '../../../domain/rejection.ts'
import { compareDecimals } from '../../json/decimal.ts'
import type { ContractRule } from '../../rule.ts'
import { findText } from '../find-value.ts'

const amounts = ['order.amount', 'order.netAmount', 'transaction.amount'] as const

export const amountsAboveZero: ContractRule = {
  name: 'amounts-above-zero',
  says: 'The amount is greater than zero.',
  check(request) {
    const field = amounts.find((path) => compareDecimals(findText(request, path) ?? '1', '0') <= 0)
    return field && reject('FIELD_INVALID', "Value '0' is invalid. The amount must be greater than zero.", { field })
  },
}
