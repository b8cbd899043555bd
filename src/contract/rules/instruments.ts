// Rules across fields about what a payment is made with: cards, accounts and terminals, agreements with payers, providers, and
// payer authentication.

import { mayHoldAccountNumber } from '../../kernel/account-numbers-in-text.ts'
import { explain } from '../../kernel/explanation.ts'
import { cardKindOf, isPlausibleCardNumber } from '../../kernel/instrument.ts'
import { reject } from '../../kernel/rejection.ts'
import { Secret } from '../../kernel/secret.ts'
import { findText, findValue } from '../../kernel/values.ts'
import type { CanonicalObject } from '../row.ts'
import type { ContractRule } from './rule.ts'

/** A mistyped card number is refused before any request is sent about it. */
export const cardNumberPlausible: ContractRule = {
  name: 'card-number-plausible',
  says: "A card number of a known scheme must have one of the scheme's lengths and a valid check digit.",
  check(request) {
    const number = findValue(request, 'sourceOfFunds.provided.card.number')
    if (!(number instanceof Secret) || isPlausibleCardNumber(number.open())) return undefined
    return reject('CARD_NUMBER_WRONG', 'Value is invalid. It does not have the length or check digit of a card number.')
  },
}

const freeTexts = ['agreement.customData', 'transaction.acquirer.customData'] as const

/** Free text for acquirers and agreements is stored and shown in clear, so it must not contain an account number. */
export const customDataWithoutCardNumber: ContractRule = {
  name: 'custom-data-without-card-number',
  says: 'Custom data must not contain digits that could be an account number.',
  check(request) {
    const field = freeTexts.find((path) => {
      const text = findText(request, path)
      return text !== undefined && mayHoldAccountNumber(text)
    })
    return (
      field &&
      reject('FIELD_INVALID', 'Value is invalid. It contains digits that could be an account number.', { field })
    )
  },
}

const references = ['referenceOrderId', 'sourceOfFunds.schemeTokenProvisioningIdentifier'] as const
const card = 'sourceOfFunds.provided.card'

/** Card details to store come from one place: the request, an earlier order, or the issuer. */
export const oneSourceOfCardDetails: ContractRule = {
  name: 'one-source-of-card-details',
  says: 'With referenceOrderId or schemeTokenProvisioningIdentifier, card details must not be sent.',
  check(request) {
    const reference = references.find((path) => findText(request, path) !== undefined)
    if (!reference || findValue(request, card) === undefined) return undefined
    return reject(
      'FIELD_INVALID',
      explain('Value is invalid. Card details must not be sent with {reference}.', { reference }),
      {
        field: card,
      },
    )
  },
}

const field = 'sourceOfFunds.type'

/** Issuers push cards, nothing else. */
export const provisioningOfCards: ContractRule = {
  name: 'provisioning-of-cards',
  says: 'A schemeTokenProvisioningIdentifier requires sourceOfFunds.type CARD.',
  check(request) {
    if (findText(request, 'sourceOfFunds.schemeTokenProvisioningIdentifier') === undefined) return undefined
    const type = findText(request, field)
    if (type === 'CARD') return undefined
    if (type === undefined)
      return reject('FIELD_MISSING', 'Mandatory parameter is missing: provisioning by the issuer requires CARD.', {
        field,
      })
    return reject('FIELD_INVALID', explain("Value '{type}' is invalid. An issuer provisions a CARD.", { type }), {
      field,
    })
  },
}

const account = 'sourceOfFunds.provided.directDebitCanada'
const places = [account, 'session.id', 'sourceOfFunds.token'] as const

/** The rows require every member of a Canadian bank account that is sent; this rule requires that one is sent. */
export const directDebitCanadaComplete: ContractRule = {
  name: 'direct-debit-canada-complete',
  says: 'With sourceOfFunds.type DIRECT_DEBIT_CANADA the whole bank account is required, unless the session or the token has it.',
  check(request) {
    if (findText(request, 'sourceOfFunds.type') !== 'DIRECT_DEBIT_CANADA') return undefined
    if (places.some((path) => findValue(request, path) !== undefined)) return undefined
    return reject('FIELD_MISSING', 'Mandatory parameter is missing: the bank account is required.', {
      field: `${account}.accountType`,
    })
  },
}

// Manual, stripe in part, optical, chip, contactless chip, manual after chip, stripe after chip, stripe in full,
// contactless stripe.
const panEntryModes: ReadonlySet<string> = new Set(['01', '02', '04', '05', '07', '79', '80', '90', '91'])
// Unknown, terminal can take a PIN, terminal cannot, PIN pad broken.
const pinEntryModes: ReadonlySet<string> = new Set(['0', '1', '2', '8'])

/** posTerminal.entryMode is two codes in one: how the number was entered, and how the PIN. */
export const entryModeDigits: ContractRule = {
  name: 'entry-mode-digits',
  says: 'The first two digits of posTerminal.entryMode must be a known entry mode of the card number, the last digit a known PIN capability.',
  check(request) {
    const mode = findText(request, 'posTerminal.entryMode')
    if (mode === undefined || (panEntryModes.has(mode.slice(0, 2)) && pinEntryModes.has(mode.slice(2))))
      return undefined
    return reject(
      'FIELD_INVALID',
      explain("Value '{mode}' is invalid. It is no known combination of entry modes.", { mode }),
      {
        field: 'posTerminal.entryMode',
      },
    )
  },
}

const chipModes: ReadonlySet<string | undefined> = new Set(['CHIP', 'CHIP_FALLBACK'])

/** A chip can approve on its own; a terminal that goes online regardless states why. */
export const onlineReasonWithChip: ContractRule = {
  name: 'online-reason-with-chip',
  says: 'Chip and chip fallback transactions must state why they went online.',
  check(request) {
    if (!chipModes.has(findText(request, 'posTerminal.panEntryMode'))) return undefined
    if (findText(request, 'posTerminal.onlineReasonCode') !== undefined) return undefined
    return reject(
      'FIELD_MISSING',
      'Mandatory parameter is missing: it is required for chip and chip fallback transactions.',
      {
        field: 'posTerminal.onlineReasonCode',
      },
    )
  },
}

/** Where an expiry date may come from instead: a session, an earlier order, the issuer, the payer's device. */
const otherSources = [
  'session.id',
  'referenceOrderId',
  'sourceOfFunds.schemeTokenProvisioningIdentifier',
  'sourceOfFunds.provided.card.devicePayment',
] as const

/** The basic check of a card uses its number and its expiry date. */
export const basicVerificationNeedsExpiry: ContractRule = {
  name: 'basic-verification-needs-expiry',
  says: 'With verificationStrategy BASIC the expiry date of a card is required, unless another source has it.',
  check(request) {
    if (findText(request, 'verificationStrategy') !== 'BASIC' || !mayBeCard(request)) return undefined
    if (findValue(request, 'sourceOfFunds.provided.card.expiry') !== undefined) return undefined
    if (otherSources.some((path) => findValue(request, path) !== undefined)) return undefined
    return reject('FIELD_MISSING', 'Mandatory parameter is missing: the verification requires the expiry date.', {
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

const currencies = ['order.currency', 'transaction.currency'] as const

/** An acquirer is chosen by currency, so verifying a card at one needs a currency although no money moves. */
export const acquirerVerificationNeedsCurrency: ContractRule = {
  name: 'acquirer-verification-needs-currency',
  says: 'With verificationStrategy ACQUIRER a currency is required, unless the session has it.',
  check(request) {
    if (findText(request, 'verificationStrategy') !== 'ACQUIRER') return undefined
    if (currencies.some((path) => findText(request, path) !== undefined)) return undefined
    if (findValue(request, 'session.id') !== undefined) return undefined
    return reject(
      'FIELD_MISSING',
      'Mandatory parameter is missing: verification by the acquirer requires a currency.',
      {
        field: 'transaction.currency',
      },
    )
  },
}

const seriesTypes: ReadonlySet<string | undefined> = new Set(['INSTALLMENT', 'RECURRING', 'UNSCHEDULED'])

/** Later payments of a series are matched by the agreement, so a series must have an id. */
export const agreementComplete: ContractRule = {
  name: 'agreement-complete',
  says: 'Recurring, installment, unscheduled and industry-practice payments must name their agreement; a recurring one must also state whether its amount varies.',
  check(request) {
    const type = findText(request, 'agreement.type')
    const needsId = seriesTypes.has(type) || findValue(request, 'order.industryPracticePaymentReason') !== undefined
    // In table order: amountVariability stands before id.
    if (type === 'RECURRING' && findText(request, 'agreement.amountVariability') === undefined)
      return reject('FIELD_MISSING', 'Mandatory parameter is missing: it is required for a recurring agreement.', {
        field: 'agreement.amountVariability',
      })
    if (needsId && findText(request, 'agreement.id') === undefined)
      return reject('FIELD_MISSING', 'Mandatory parameter is missing: it is required for a payment of a series.', {
        field: 'agreement.id',
      })
    return undefined
  },
}

const agreement = 'sourceOfFunds.provided.providerA.billingAgreement.id'

/** What provider A knows of a payer stays with provider A; only an agreement that already exists can be stored. */
export const providerAByAgreement: ContractRule = {
  name: 'provider-a-by-agreement',
  says: 'For provider A only existing billing agreements can be stored: the id of one is required, unless the session has it.',
  check(request) {
    const isProviderA =
      findText(request, 'sourceOfFunds.type') === 'PROVIDER_A' ||
      findValue(request, 'sourceOfFunds.provided.providerA') !== undefined
    if (!isProviderA || findText(request, agreement) !== undefined) return undefined
    if (findValue(request, 'session.id') !== undefined) return undefined
    return reject(
      'FIELD_MISSING',
      'Mandatory parameter is missing: only an existing billing agreement can be stored.',
      {
        field: agreement,
      },
    )
  },
}

const needed = ['browserPayment.operation', 'browserPayment.providerA.paymentConfirmation'] as const

/** Provider A has two ways to end and two places to commit, so the request must specify which. */
export const providerAComplete: ContractRule = {
  name: 'provider-a-complete',
  says: 'A payment with provider A must state whether to authorize or to pay, and where the payer confirms it.',
  check(request) {
    if (findText(request, 'sourceOfFunds.type') !== 'PROVIDER_A') return undefined
    const field = needed.find((path) => findValue(request, path) === undefined)
    return field && reject('FIELD_MISSING', 'Mandatory parameter is missing: it is required for provider A.', { field })
  },
}

const bankIdentifier = 'sourceOfFunds.provided.providerB.bankIdentifier'

/** Provider B makes a transfer from one bank, which the merchant has to name. */
export const providerBNeedsBank: ContractRule = {
  name: 'provider-b-needs-bank',
  says: "A payment with provider B must name the payer's bank.",
  check(request) {
    if (findText(request, 'sourceOfFunds.type') !== 'PROVIDER_B' || findText(request, bankIdentifier) !== undefined)
      return undefined
    return reject('FIELD_MISSING', 'Mandatory parameter is missing: it is required for provider B.', {
      field: bankIdentifier,
    })
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
  says: '3DSecure.xid is required for the authentication of a Visa card, unless authentication was not available.',
  check(request) {
    if (!authenticated.has(findText(request, 'threeDSecure.authenticationStatus')) || !isVisa(request)) return undefined
    if (findText(request, 'threeDSecure.xid') !== undefined) return undefined
    return reject('FIELD_MISSING', 'Mandatory parameter is missing: it is required for an authenticated Visa card.', {
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
