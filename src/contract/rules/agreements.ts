// Rules across fields about agreements with payers, providers and payer authentication.

import { cardKindOf } from '../../domain/card.ts'
import { reject } from '../../domain/rejection.ts'
import { Secret } from '../../domain/secret.ts'
import type { CanonicalObject } from '../row.ts'
import { type ContractRule, findText, findValue } from './rule.ts'

const seriesTypes: ReadonlySet<string | undefined> = new Set(['INSTALLMENT', 'RECURRING', 'UNSCHEDULED'])

/** Later payments of a series are matched by the agreement, so a series must have an id. */
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

const agreement = 'sourceOfFunds.provided.providerA.billingAgreement.id'

/** What provider A knows of a payer stays with provider A; only an agreement that already exists can be stored. */
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

const needed = ['browserPayment.operation', 'browserPayment.providerA.paymentConfirmation'] as const

/** Provider A has two ways to end and two places to commit, so the request must specify which. */
export const providerAComplete: ContractRule = {
  name: 'provider-a-complete',
  says: 'A payment with provider A says whether to authorize or to pay, and where the payer confirms it.',
  check(request) {
    if (findText(request, 'sourceOfFunds.type') !== 'PROVIDER_A') return undefined
    const field = needed.find((path) => findValue(request, path) === undefined)
    return field && reject('FIELD_MISSING', 'Mandatory parameter is missing: provider A needs it.', { field })
  },
}

const field = 'sourceOfFunds.provided.providerB.bankIdentifier'

/** Provider B makes a transfer from one bank, which the merchant has to name. */
export const providerBNeedsBank: ContractRule = {
  name: 'provider-b-needs-bank',
  says: "A payment with provider B names the payer's bank.",
  check(request) {
    if (findText(request, 'sourceOfFunds.type') !== 'PROVIDER_B' || findText(request, field) !== undefined)
      return undefined
    return reject('FIELD_MISSING', 'Mandatory parameter is missing: provider B needs it.', { field })
  },
}

const authenticated: ReadonlySet<string | undefined> = new Set([
  'AUTHENTICATION_ATTEMPTED',
  'AUTHENTICATION_SUCCESSFUL',
])

/**
 * The specification makes the xid mandatory for one scheme's authentication and does not say which. It is taken to be
 * Visa, whose first 3-D Secure ties the authentication value to the xid: without it the issuer cannot check the value.
 */
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
