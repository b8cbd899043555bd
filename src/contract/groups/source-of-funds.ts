// What a payment is made with. Card details may be completed from a session and a token, so little is required here.
import { explain } from '../../kernel/explanation.ts'
import {
  alphanumeric,
  asciiText,
  boolean,
  country,
  digits,
  enumeration,
  hex,
  maskedDigits,
  pattern,
  string,
} from '../field-types.ts'
import { email, month } from '../format-types.ts'
import { always, canonically, conditional, decided, group, only, required, secret, without } from '../row.ts'
import { cardBrands15, cardSchemes15, fundingMethods15 } from './values.ts'

const cardNumber = secret('ACCOUNT', maskedDigits(9, 19))
const bankAccountCharacters = { plus: ' -/' }
const encryptionState = decided('choices', enumeration(['INVALID', 'VALID']))
const keySerialNumber = hex(20, 24)

const expiry = group({
  month: always(required(month())),
  year: always(required(digits(2))),
})

/** What a phone's or watch's wallet gives instead of a card number: sealed by the wallet, or opened by the merchant. */
const devicePayment = decided(
  'choices',
  group({
    '3DSecure': canonically(
      'sourceOfFunds.provided.card.devicePayment.threeDSecure',
      group({
        eciIndicator: digits(1, 2),
        onlinePaymentCryptogram: secret('AUTHENTICATION', asciiText(1, 128)),
      }),
    ),
    cryptogramFormat: enumeration(['3DSECURE', 'EMV']),
    paymentToken: secret('AUTHENTICATION', string(1, 16384)),
  }),
)

const cardRows = {
  accountType: enumeration(['CHECKING', 'SAVINGS']),
  // Brand, funding method and scheme are determined by the gateway; a request may contain them, without effect.
  brand: enumeration(cardBrands15),
  devicePayment,
  emvRequest: secret('AUTHENTICATION', string(1, 250)),
  expiry,
  fundingMethod: enumeration(fundingMethods15),
  issuer: decided('choices', string(1, 255)),
  localBrand: string(3, 50),
  // The number on the plastic behind a device's number, with most digits hidden by the wallet itself.
  maskedFpan: pattern({
    name: 'Masked digits',
    lengths: [9, 19],
    pattern: /^[0-9x]*$/,
    wrongCharacters: explain("may only hold the digits 0-9 and 'x'"),
  }),
  maskedFpanExpiry: decided('choices', expiry),
  nameOnCard: string(1, 256),
  number: cardNumber,
  p2pe: group({
    cardBin: digits(1, 6),
    encryptionState,
    initializationVector: hex(16, 64),
    keySerialNumber,
    payload: secret('AUTHENTICATION', hex(32, 1024)),
  }),
  pin: group({
    encryptionState,
    keySerialNumber,
    keySetId: hex(6, 8),
    payload: secret('AUTHENTICATION', hex(16, 32)),
  }),
  scheme: enumeration(cardSchemes15),
  securityCode: secret('AUTHENTICATION', digits(3, 4)),
  securityCodePresence: alphanumeric(1, 2),
  sequenceNumber: digits(3),
  storedOnFile: enumeration(['NOT_STORED', 'STORED', 'TO_BE_STORED']),
  track1: secret('AUTHENTICATION', asciiText(2, 79)),
  track2: secret('AUTHENTICATION', asciiText(2, 40)),
  trackDataProvided: boolean(),
}

/** A card. */
export const card30 = group(
  only(
    cardRows,
    'accountType',
    'brand',
    'emvRequest',
    'expiry',
    'fundingMethod',
    'localBrand',
    'nameOnCard',
    'number',
    'scheme',
    'securityCode',
    'securityCodePresence',
    'sequenceNumber',
    'track1',
    'track2',
    'trackDataProvided',
  ),
)

/** A card, with what wallets and encrypting terminals send. */
export const card50 = group(without(cardRows, 'issuer'))

// Nothing that authenticates the payer is ever shown, masked or not.
const cardResponseRows = only(
  cardRows,
  'accountType',
  'brand',
  'expiry',
  'fundingMethod',
  'issuer',
  'localBrand',
  'maskedFpan',
  'maskedFpanExpiry',
  'nameOnCard',
  'number',
  'scheme',
  'securityCodePresence',
  'sequenceNumber',
  'storedOnFile',
  'trackDataProvided',
)

const cardResponse15 = group(without(cardResponseRows, 'issuer', 'maskedFpan', 'maskedFpanExpiry', 'storedOnFile'))
const cardResponse50 = group(cardResponseRows)

const giftCardRows = {
  brand: enumeration(['LOCAL_BRAND_ONLY']),
  expectedLocalBrand: string(4, 50),
  localBrand: string(1, 50),
  number: secret('ACCOUNT', maskedDigits(9, 19)),
  pin: secret('AUTHENTICATION', maskedDigits(4, 8)),
  scheme: enumeration(['OTHER']),
}

/** A gift card. */
export const giftCard30 = group(without(giftCardRows, 'expectedLocalBrand'))
export const giftCard50 = group(giftCardRows)

/** A bank account in the United States. */
export const ach = group({
  accountType: enumeration(['CONSUMER_CHECKING', 'CONSUMER_SAVINGS', 'CORPORATE_CHECKING']),
  bankAccountHolder: string(1, 28),
  bankAccountNumber: secret('BANK_ACCOUNT', alphanumeric(1, 17, bankAccountCharacters)),
  routingNumber: digits(9),
  secCode: enumeration(['PPD', 'TEL', 'WEB']),
})

/** A bank account in Canada: all of it or nothing. */
export const directDebitCanada = group({
  accountType: required(enumeration(['CONSUMER_CHECKING', 'CONSUMER_SAVINGS'])),
  bankAccountHolder: required(string(1, 28)),
  bankAccountNumber: required(secret('BANK_ACCOUNT', alphanumeric(7, 12, bankAccountCharacters))),
  financialInstitutionNumber: required(digits(3)),
  transitNumber: required(digits(5)),
})

/** Food stamps and other benefits; the card itself is in `card`. */
const ebt = group({
  accountType: enumeration(['CASH_BENEFITS', 'EWIC_BENEFITS', 'SNAP_BENEFITS']),
  manualAuthorizationCode: string(1, 6),
  merchantFns: string(1, 7),
  voucherNumber: string(1, 15),
})

/** A payer's account with provider A. */
export const providerA = group({
  accountEmail: email(),
  accountHolder: string(1, 255),
  billingAgreement: group({
    cardinality: enumeration(['MULTIPLE', 'SINGLE']),
    description: string(1, 255),
    id: string(1, 100),
    name: string(1, 255),
  }),
  payerId: string(1, 13),
})

/** The payer's bank, for provider B. */
export const providerB = group({ bankIdentifier: digits(8) })

/** The account provider C was paid from; returned only after success. */
const providerC = group({
  bankAccountHolder: string(1, 255),
  bankAccountNumber: secret('BANK_ACCOUNT', string(1, 30)),
  bankIdentifier: string(1, 30),
  bic: string(1, 50),
  country: country(),
  iban: secret('BANK_ACCOUNT', string(1, 50)),
})

/** A bank account in the euro area. */
const sepa = group({
  bankAccountHolder: string(3, 100),
  bic: alphanumeric(8, 11),
  iban: secret('BANK_ACCOUNT', string(1, 50)),
})

/** Our token for stored details. */
export const token = alphanumeric(1, 40)

const types30 = enumeration(['ACH', 'CARD', 'GIFT_CARD', 'PROVIDER_A', 'PROVIDER_B', 'PROVIDER_C'])
const types50 = enumeration([
  'ACH',
  'CARD',
  'DIRECT_DEBIT_CANADA',
  'EBT_CARD',
  'GIFT_CARD',
  'PROVIDER_A',
  'PROVIDER_B',
  'PROVIDER_C',
  'SCHEME_TOKEN',
  'SEPA',
])

/** What the payment is made with. */
export const sourceOfFunds30 = group({
  provided: conditional(group({ ach, card: card30, directDebitCanada, giftCard: giftCard30, providerA, providerB })),
  token: conditional(token),
  type: conditional(types30),
})

/** What a payment in Pay 15 and 29 is made with. */
export const sourceOfFundsOfPay15 = group({
  provided: conditional(group({ ach, card: card30, giftCard: giftCard30, providerA, providerB })),
  token: conditional(token),
  type: conditional(types30),
})

/** What the payment is made with, with the kinds that came later. */
export const sourceOfFunds50 = group({
  provided: conditional(
    group({ ach, card: card50, directDebitCanada, ebt, giftCard: giftCard50, providerA, providerB, sepa }),
  ),
  token: conditional(token),
  type: conditional(types50),
})

const providedResponse15 = {
  ach,
  card: cardResponse15,
  directDebitCanada,
  giftCard: giftCard30,
  providerA,
  providerB,
  providerC,
}
const providedResponse50 = {
  ach,
  card: cardResponse50,
  directDebitCanada,
  ebt,
  giftCard: giftCard50,
  providerA,
  providerB,
  providerC,
  sepa,
}

/** What the payment was made with, masked. */
export const sourceOfFundsResponse15 = group({ provided: group(providedResponse15), token, type: types30 })
export const sourceOfFundsResponse50 = group({ provided: group(providedResponse50), token, type: types50 })

/** The same in the responses of Pay, which always name the brand of a card. */
export const sourceOfFundsResponseOfPay15 = group({
  provided: group({ ...providedResponse15, card: group({ ...cardResponse15.rows, brand: always(cardRows.brand) }) }),
  token,
  type: types30,
})
export const sourceOfFundsResponseOfPay50 = group({
  provided: group({ ...providedResponse50, card: group({ ...cardResponse50.rows, brand: always(cardRows.brand) }) }),
  token,
  type: types50,
})

const browserPaymentTypes = enumeration(['PROVIDER_A', 'PROVIDER_B', 'PROVIDER_C'])

/** Which provider a browser payment goes to. */
export const sourceOfFundsOfBrowserPayment = group({
  provided: conditional(group({ providerB })),
  type: required(browserPaymentTypes),
})

/** What a browser payment was made with, masked. */
export const sourceOfFundsResponseOfBrowserPayment = group({
  provided: group({ providerA, providerB, providerC }),
  type: browserPaymentTypes,
})

/** The agreement a payer is asked for on provider A's site. No other provider has agreements. */
export const sourceOfFundsOfBrowserPaymentToken = group({
  provided: group({ providerA: group(only(providerA.rows, 'billingAgreement')) }),
  type: required(enumeration(['PROVIDER_A'])),
})

/** The card whose holder is to be authenticated. */
export const sourceOfFundsOfAuthentication15 = group({
  provided: conditional(group({ card: card30 })),
  token: conditional(token),
  type: conditional(enumeration(['CARD'])),
})
export const sourceOfFundsOfAuthentication50 = group({
  provided: conditional(group({ card: card50 })),
  token: conditional(token),
  type: conditional(enumeration(['CARD', 'SCHEME_TOKEN'])),
})

/** What an inquiry may contain of a card: its first digits, or a token that contains one. */
export const sourceOfFundsOfInquiry = group({
  provided: group({ card: group({ prefix: decided('choices', digits(1, 10)) }) }),
  token: decided('choices', token),
})
