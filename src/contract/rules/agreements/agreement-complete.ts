// Later payments of a series are matched by the agreement, so a series must have an id.
import { reject } from '../../../domain/rejection.ts'
import type { ContractRule } from '../../rule.ts'
import { findText, findValue } from '../find-value.ts'

const seriesTypes: ReadonlySet<string | undefined> = new Set(['INSTALLMENT', 'RECURRING', 'UNSCHEDULED'])

export const agreementComplete: ContractRule = {
  name: 'agreement-complete',
  says: 'Recurring, installment, unscheduled and industry-practice payments name their agreement; a recurring one also says whether its amount varies.',
  check(request) {
    const type = findText(request, 'agreement.type')
    const needsId = seriesTypes.has(type) || findValue(request, 'order.industryPracticePaymentReason') !== undefined
    // In table order: amountVariability stands before id.
    if (type === 'RECURRING' && findText(request, 'agreement.amountVariability') === undefined)
      return reject('FIELD_MISSING', 'Mandatory parameter is missing: the agreement is recurring.', {
        field: 'agreement.amountVariability',
      })
    if (needsId && findText(request, 'agreement.id') === undefined)
      return reject('FIELD_MISSING', 'Mandatory parameter is missing: the payment is one of a series.', {
        field: 'agreement.id',
      })
    return undefined
  },
}
