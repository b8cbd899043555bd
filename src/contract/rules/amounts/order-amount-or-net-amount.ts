// From version 100 on the amount may be sent before the merchant's charge; one of the two amounts is required.
import { reject } from '../../../domain/rejection.ts'
import type { ContractRule } from '../../rule.ts'
import { findText } from '../find-value.ts'

const amounts = ['order.amount', 'order.netAmount'] as const

export const orderAmountOrNetAmount: ContractRule = {
  name: 'order-amount-or-net-amount',
  says: 'The request has order.amount or order.netAmount.',
  check(request) {
    if (amounts.some((path) => findText(request, path) !== undefined)) return undefined
    return reject('FIELD_MISSING', 'Mandatory parameter is missing: neither the amount nor the net amount is there.', {
      field: 'order.amount',
    })
  },
}
