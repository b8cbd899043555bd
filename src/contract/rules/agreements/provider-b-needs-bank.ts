// Provider B makes a transfer from one bank, which the merchant has to name.
import { reject } from '../../../domain/rejection.ts'
import type { ContractRule } from '../../rule.ts'
import { findText } from '../find-value.ts'

const field = 'sourceOfFunds.provided.providerB.bankIdentifier'

export const providerBNeedsBank: ContractRule = {
  name: 'provider-b-needs-bank',
  says: "A payment with provider B names the payer's bank.",
  check(request) {
    if (findText(request, 'sourceOfFunds.type') !== 'PROVIDER_B' || findText(request, field) !== undefined)
      return undefined
    return reject('FIELD_MISSING', 'Mandatory parameter is missing: provider B needs it.', { field })
  },
}
