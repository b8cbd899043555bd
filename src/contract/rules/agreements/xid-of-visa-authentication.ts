// The specification makes the xid mandatory for one scheme's authentication and does not say which. It is taken to be
// Visa, whose first 3-D Secure ties the authentication value to the xid: without it the issuer cannot check the value.
import { cardKindOf } from '../../../domain/card.ts'
import { reject } from '../../../domain/rejection.ts'
import { Secret } from '../../../domain/secret.ts'
import type { CanonicalObject } from '../../row.ts'
import type { ContractRule } from '../../rule.ts'
import { findText, findValue } from '../find-value.ts'

const authenticated: ReadonlySet<string | undefined> = new Set([
  'AUTHENTICATION_ATTEMPTED',
  'AUTHENTICATION_SUCCESSFUL',
])

export const xidOfVisaAuthentication: ContractRule = {
  name: 'xid-of-visa-authentication',
  says: '3DSecure.xid comes with the authentication of a Visa card, unless authentication was not available.',
  check(request) {
    if (!authenticated.has(findText(request, 'threeDSecure.authenticationStatus')) || !isVisa(request)) return undefined
    if (findText(request, 'threeDSecure.xid') !== undefined) return undefined
    return reject('FIELD_MISSING', 'Mandatory parameter is missing: the payer of a Visa card was authenticated.', {
      field: 'threeDSecure.xid',
    })
  },
}

/**
 * The first six digits, which the mask leaves, determine the scheme. A card behind a token or session is not seen here.
 */
function isVisa(request: CanonicalObject): boolean {
  const number = findValue(request, 'sourceOfFunds.provided.card.number')
  return number instanceof Secret && cardKindOf(number.masked).scheme === 'VISA'
}
