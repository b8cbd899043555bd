// Rules across fields about cards, accounts and terminals.

import { mayHoldAccountNumber } from '../../domain/account-numbers-in-text.ts'
import { isPlausibleCardNumber } from '../../domain/card.ts'
import { reject } from '../../domain/rejection.ts'
import { Secret } from '../../domain/secret.ts'
import type { CanonicalObject } from '../row.ts'
import { type ContractRule, findText, findValue } from './rule.ts'

/** A mistyped card number is refused before any request is sent about it. */
export const cardNumberPlausible: ContractRule = {
  name: 'card-number-plausible',
  says: 'A card number of a known scheme has one of its lengths and a right check digit.',
  check(request) {
    const number = findValue(request, 'sourceOfFunds.provided.card.number')
    if (!(number instanceof Secret) || isPlausibleCardNumber(number.open())) return undefined
    return reject('CARD_NUMBER_WRONG', 'Value is invalid. Its length or its check digit is not that of a card number.')
  },
}

const freeTexts = ['agreement.customData', 'transaction.acquirer.customData'] as const

/** Free text for acquirers and agreements is stored and shown in clear, so it must not contain an account number. */
export const customDataWithoutCardNumber: ContractRule = {
  name: 'custom-data-without-card-number',
  says: 'Custom data holds nothing that could be an account number.',
  check(request) {
    const field = freeTexts.find((path) => mayHoldAccountNumber(findText(request, path) ?? ''))
    return field && reject('FIELD_INVALID', 'Value is invalid. It holds what may be an account number.', { field })
  },
}

const references = ['referenceOrderId', 'sourceOfFunds.schemeTokenProvisioningIdentifier'] as const
const card = 'sourceOfFunds.provided.card'

/** Card details to store come from one place: the request, an earlier order, or the issuer. */
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

const field = 'sourceOfFunds.type'

/** Issuers push cards, nothing else. */
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

const account = 'sourceOfFunds.provided.directDebitCanada'
const places = [account, 'session.id', 'sourceOfFunds.token'] as const

/** The rows require every member of a Canadian bank account that is sent; this rule requires that one is sent. */
export const directDebitCanadaComplete: ContractRule = {
  name: 'direct-debit-canada-complete',
  says: 'With sourceOfFunds.type DIRECT_DEBIT_CANADA the whole bank account is sent, unless a session or a token may have it.',
  check(request) {
    if (findText(request, 'sourceOfFunds.type') !== 'DIRECT_DEBIT_CANADA') return undefined
    if (places.some((path) => findValue(request, path) !== undefined)) return undefined
    return reject('FIELD_MISSING', 'Mandatory parameter is missing: the bank account is not there.', {
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
  says: 'The first two digits of posTerminal.entryMode are a known way of entering the number, the last one of entering the PIN.',
  check(request) {
    const mode = findText(request, 'posTerminal.entryMode')
    if (mode === undefined || (panEntryModes.has(mode.slice(0, 2)) && pinEntryModes.has(mode.slice(2))))
      return undefined
    return reject('FIELD_INVALID', `Value '${mode}' is invalid. It is no known combination of entry modes.`, {
      field: 'posTerminal.entryMode',
    })
  },
}

const chipModes: ReadonlySet<string | undefined> = new Set(['CHIP', 'CHIP_FALLBACK'])

/** A chip can approve on its own; a terminal that goes online regardless states why. */
export const onlineReasonWithChip: ContractRule = {
  name: 'online-reason-with-chip',
  says: 'Chip and chip fallback transactions say why they went online.',
  check(request) {
    if (!chipModes.has(findText(request, 'posTerminal.panEntryMode'))) return undefined
    if (findText(request, 'posTerminal.onlineReasonCode') !== undefined) return undefined
    return reject(
      'FIELD_MISSING',
      'Mandatory parameter is missing: the card was read by its chip, or should have been.',
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

const currencies = ['order.currency', 'transaction.currency'] as const

/** An acquirer is chosen by currency, so verifying a card at one needs a currency although no money moves. */
export const acquirerVerificationNeedsCurrency: ContractRule = {
  name: 'acquirer-verification-needs-currency',
  says: 'With verificationStrategy ACQUIRER a currency is sent, unless a session may have it.',
  check(request) {
    if (findText(request, 'verificationStrategy') !== 'ACQUIRER') return undefined
    if (currencies.some((path) => findText(request, path) !== undefined)) return undefined
    if (findValue(request, 'session.id') !== undefined) return undefined
    return reject('FIELD_MISSING', 'Mandatory parameter is missing: an acquirer verifies in a currency.', {
      field: 'transaction.currency',
    })
  },
}
