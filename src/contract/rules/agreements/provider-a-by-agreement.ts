// What provider A knows of a payer stays with provider A; only an agreement that already exists can be stored.
import { reject } from '../../../domain/rejection.ts'
import type { ContractRule } from '../../rule.ts'
import { findText, findValue } from '../find-value.ts'

const agreement = 'sourceOfFunds.provided.providerA.billingAgreement.id'

export const providerAByAgreement: ContractRule = {
  name: 'provider-a-by-agreement',
  says: 'Of provider A only existing billing agreements are stored, so the id of one is sent, unless a session may have it.',
  check(request) {
    const isProviderA =
      findText(request, 'sourceOfFunds.type') === 'PROVIDER_A' ||
      findValue(request, 'sourceOfFunds.provided.providerA') !== undefined
    if (!isProviderA || findText(request, agreement) !== undefined) return undefined
    if (findValue(request, 'session.id') !== undefined) return undefined
    return reject('FIELD_MISSING', 'Mandatory parameter is missing: only an existing billing agreement is stored.', {
      field: agreement,
    })
  },
}
