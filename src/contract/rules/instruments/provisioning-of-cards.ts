// Issuers push cards, nothing else.
import { reject } from '../../../domain/rejection.ts'
import type { ContractRule } from '../../rule.ts'
import { findText } from '../find-value.ts'

const field = 'sourceOfFunds.type'

export const provisioningOfCards: ContractRule = {
  name: 'provisioning-of-cards',
  says: 'A schemeTokenProvisioningIdentifier comes with sourceOfFunds.type CARD.',
  check(request) {
    if (findText(request, 'sourceOfFunds.schemeTokenProvisioningIdentifier') === undefined) return undefined
    const type = findText(request, field)
    if (type === 'CARD') return undefined
    if (type === undefined)
      return reject('FIELD_MISSING', 'Mandatory parameter is missing: an issuer provisions a card.', { field })
    return reject('FIELD_INVALID', `Value '${type}' is invalid. An issuer provisions a CARD.`, { field })
  },
}
