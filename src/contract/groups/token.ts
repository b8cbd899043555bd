// The token: payment details stored under an id, how they were checked and how they have been used.
import type { VerificationStrategy } from '../../kernel/verification-strategy.ts'
import { alphanumeric, asciiText, enumeration, string } from '../field-types.ts'
import { dateTime, monthAndYear } from '../format-types.ts'
import { merchantIdRow } from '../routes.ts'
import { always, canonically, conditional, decided, group, only, without, withoutEffect } from '../row.ts'
import { ach, card50, directDebitCanada, giftCard30, providerA, sourceOfFundsResponse50 } from './source-of-funds.ts'
import { subMerchantOfToken } from './sub-merchant.ts'

/** The specification's list has no ACH, but its first sentence stores bank accounts of that kind. */
export const sourceTypes15 = decided(
  'choices',
  enumeration(['ACH', 'CARD', 'DIRECT_DEBIT_CANADA', 'GIFT_CARD', 'PROVIDER_A']),
)

// The security code serves the verification and is not stored; nor is the name. The gateway determines the scheme.
const card = group(
  only(
    { ...card50.rows, scheme: withoutEffect(card50.rows.scheme) },
    'devicePayment',
    'expiry',
    'localBrand',
    'nameOnCard',
    'number',
    'scheme',
    'securityCode',
  ),
)

const provided = conditional(group({ ach, card, directDebitCanada, giftCard: giftCard30, providerA }))

/** The details to store. */
export const sourceOfFundsOfToken15 = group({ provided, type: conditional(sourceTypes15) })

/** The details to store, or where the issuer has put them for us to fetch. */
export const sourceOfFundsOfToken50 = group({
  provided,
  schemeTokenProvisioningIdentifier: conditional(asciiText(1, 64)),
  type: conditional(sourceTypes15),
})

const { '3DSecure': threeDSecure, ...otherDevicePaymentRows } = card50.rows.devicePayment.rows

/** The same at their canonical places, without what has no effect. */
export const sourceOfFundsOfToken = group({
  ...sourceOfFundsOfToken50.rows,
  provided: group({
    ...provided.rows,
    card: group({
      ...without(card.rows, 'scheme'),
      devicePayment: group({ ...otherDevicePaymentRows, threeDSecure }),
    }),
  }),
})

const cardResponseRows = only(
  sourceOfFundsResponse50.rows.provided.rows.card.rows,
  'brand',
  'expiry',
  'fundingMethod',
  'issuer',
  'localBrand',
  'nameOnCard',
  'number',
  'scheme',
)

const { brand, expiry, fundingMethod, issuer, localBrand, number, scheme } = cardResponseRows
const otherDetails = { directDebitCanada, giftCard: giftCard30, providerA }

/** The stored details, masked. Up to version 99 the expiry is one text. */
export const sourceOfFundsResponseOfToken15 = group({
  provided: group({ ach, card: group({ ...cardResponseRows, expiry: monthAndYear() }), ...otherDetails }),
  type: sourceTypes15,
})

/** The stored details, masked. The name on the card is not among them. */
export const sourceOfFundsResponseOfToken100 = group({
  provided: group({
    ach,
    card: group({ brand, expiry, fundingMethod, issuer, localBrand, number, scheme }),
    ...otherDetails,
  }),
  type: sourceTypes15,
})

/** An order that was paid with the card to store. */
export const referenceOrderId = string(1, 40)

/** When the scheme token is requested. Default: the repository's setting. */
export const schemeTokenProvisioningMode = enumeration(['ASYNCHRONOUS', 'ATTEMPT_SYNCHRONOUS', 'SYNCHRONOUS'])

/** Each sub-merchant has its own token repository; this identifies it. */
export const repositoryOfSubMerchant = decided('choices', group(only(subMerchantOfToken.rows, 'identifier')))

/** An INVALID token is refused wherever it is used. */
export const tokenStatus = enumeration(['INVALID', 'VALID'])

const verificationStrategies15 = [
  'ACCOUNT_UPDATER',
  'ACQUIRER',
  'BASIC',
  'NONE',
] as const satisfies readonly VerificationStrategy[]

/** What is checked before details are stored. Default: the merchant profile's setting. */
export const verificationStrategy = enumeration(verificationStrategies15)

/** The result of that check. */
export const tokenResponseGroup = group({
  gatewayCode: always(
    enumeration([
      'BASIC_VERIFICATION_SUCCESSFUL',
      'EXTERNAL_VERIFICATION_BLOCKED',
      'EXTERNAL_VERIFICATION_DECLINED',
      'EXTERNAL_VERIFICATION_DECLINED_AUTHENTICATION_REQUIRED',
      'EXTERNAL_VERIFICATION_DECLINED_EXPIRED_CARD',
      'EXTERNAL_VERIFICATION_DECLINED_INVALID_CSC',
      'EXTERNAL_VERIFICATION_PROCESSING_ERROR',
      'EXTERNAL_VERIFICATION_SUCCESSFUL',
      'NO_VERIFICATION_PERFORMED',
    ]),
  ),
})

export const repositoryId = asciiText(1, 16)
export const replacementToken = alphanumeric(1, 40)

/** Who changed the token last, and when it was last used or saved. */
export const usage100 = group({
  lastUpdated: group({ merchantId: merchantIdRow, source: enumeration(['CLIENT', 'GATEWAY']), time: dateTime() }),
  lastUsedTime: dateTime(),
})

const { merchantId, time } = usage100.rows.lastUpdated.rows

/** The same up to version 99. */
export const usage15 = group({
  lastUpdated: canonically('usage.lastUpdated.time', time),
  lastUpdatedBy: canonically('usage.lastUpdated.merchantId', merchantId),
  lastUsed: canonically('usage.lastUsedTime', usage100.rows.lastUsedTime),
})

/** The token the scheme gave us for the card. */
export const schemeToken100 = group({
  expiry: decided('choices', expiry),
  lastUpdated: decided('choices', dateTime()),
  number: decided('choices', number),
  provider: decided('choices', string(1, 40)),
  status: decided('choices', enumeration(['ACTIVE', 'DELETED', 'INACTIVE', 'PENDING', 'SUSPENDED'])),
})
