// Account funding details mean nothing on an order that is not one.
import { reject } from '../../../domain/rejection.ts'
import type { ContractRule } from '../../rule.ts'
import { findText, findValue } from '../find-value.ts'

export const accountFundingNeedsPurchaseType: ContractRule = {
  name: 'account-funding-needs-purchase-type',
  says: 'Account funding details come with order.purchaseType ACCOUNT_FUNDING.',
  check(request) {
    if (findValue(request, 'accountFunding') === undefined) return undefined
    if (findText(request, 'order.purchaseType') === 'ACCOUNT_FUNDING') return undefined
    return reject(
      'FIELD_MISSING',
      'Mandatory parameter is missing: account funding details need ACCOUNT_FUNDING here.',
      {
        field: 'order.purchaseType',
      },
    )
  },
}
