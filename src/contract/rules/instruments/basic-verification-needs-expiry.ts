// The basic check of a card uses its number and its expiry date.
import { reject } from '../../../domain/rejection.ts'
import type { CanonicalObject } from '../../row.ts'
import type { ContractRule } from '../../rule.ts'
import { findText, findValue } from '../find-value.ts'

/** Where an expiry date may come from instead: a session, an earlier order, the issuer, the payer's device. */
const otherSources = [
  'session.id',
  'referenceOrderId',
  'sourceOfFunds.schemeTokenProvisioningIdentifier',
  'sourceOfFunds.provided.card.devicePayment',
] as const

export const basicVerificationNeedsExpiry: ContractRule = {
  name: 'basic-verification-needs-expiry',
  says: 'With verificationStrategy BASIC the expiry date of a card is sent, unless it comes from elsewhere.',
  check(request) {
    if (findText(request, 'verificationStrategy') !== 'BASIC' || !mayBeCard(request)) return undefined
    if (findValue(request, 'sourceOfFunds.provided.card.expiry') !== undefined) return undefined
    if (otherSources.some((path) => findValue(request, path) !== undefined)) return undefined
    return reject('FIELD_MISSING', 'Mandatory parameter is missing: the verification looks at the expiry date.', {
      field: 'sourceOfFunds.provided.card.expiry.month',
    })
  },
}

/** Details of another kind, if the request has any, have no expiry date. */
function mayBeCard(request: CanonicalObject): boolean {
  const type = findText(request, 'sourceOfFunds.type')
  if (type !== undefined) return type === 'CARD'
  const isProvided = findValue(request, 'sourceOfFunds.provided') !== undefined
  return !isProvided || findValue(request, 'sourceOfFunds.provided.card') !== undefined
}
