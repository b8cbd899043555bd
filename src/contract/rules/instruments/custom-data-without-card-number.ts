// Free text for acquirers and agreements is stored and shown in clear, so it must not contain an account number.
import { mayHoldAccountNumber } from '../../../domain/account-numbers-in-text.ts'
import { reject } from '../../../domain/rejection.ts'
import type { ContractRule } from '../../rule.ts'
import { findText } from '../find-value.ts'

const freeTexts = ['agreement.customData', 'transaction.acquirer.customData'] as const

export const customDataWithoutCardNumber: ContractRule = {
  name: 'custom-data-without-card-number',
  says: 'Custom data holds nothing that could be an account number.',
  check(request) {
    const field = freeTexts.find((path) => mayHoldAccountNumber(findText(request, path) ?? ''))
    return field && reject('FIELD_INVALID', 'Value is invalid. It holds what may be an account number.', { field })
  },
}
