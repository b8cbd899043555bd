// Card details to store come from one place: the request, an earlier order, or the issuer.
import { reject } from '../../../domain/rejection.ts'
import type { ContractRule } from '../../rule.ts'
import { findText, findValue } from '../find-value.ts'

const references = ['referenceOrderId', 'sourceOfFunds.schemeTokenProvisioningIdentifier'] as const
const card = 'sourceOfFunds.provided.card'

export const oneSourceOfCardDetails: ContractRule = {
  name: 'one-source-of-card-details',
  says: 'With referenceOrderId or schemeTokenProvisioningIdentifier no card details are sent.',
  check(request) {
    const reference = references.find((path) => findText(request, path) !== undefined)
    if (!reference || findValue(request, card) === undefined) return undefined
    return reject('FIELD_INVALID', `Value is invalid. Card details must not be sent with ${reference}.`, {
      field: card,
    })
  },
}
