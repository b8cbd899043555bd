// What a merchant can be paid with: the response of the payment options inquiry.
import { country, currency, enumeration, string } from '../field-types.ts'
import { url } from '../format-types.ts'
import { amount } from '../number-types.ts'
import { always, decided, group, list, only } from '../row.ts'
import { currencyConversion } from './currency-conversion.ts'
import { sources30, sources100 } from './transaction.ts'

/** The card types an acquirer link can have. */
export const cardTypes15 = enumeration([
  'AMEX',
  'AMEX_PURCHASE_CARD',
  'BANAMEX_COSTCO',
  'CARNET',
  'CARTE_BANCAIRE',
  'COSTCO_MEMBER_CREDIT',
  'DINERS_CLUB',
  'DISCOVER',
  'EBT',
  'ELO',
  'FARMERS_CARD',
  'JCB',
  'LASER',
  'MAESTRO',
  'MASTERCARD',
  'MASTERCARD_PURCHASE_CARD',
  'PRIVATE_LABEL_CARD',
  'Q_CARD',
  'RUPAY',
  'SORIANA',
  'TRUE_REWARDS',
  'UATP',
  'VISA',
  'VISA_DEBIT',
  'VISA_PURCHASE_CARD',
])

const currencies = list(group({ currency: always(currency()) }))

/** A provider the payer can be sent to, with what it asks of the payer. */
const browserPayment = list(
  group({
    currencies,
    displayName: decided('choices', string(1, 100)),
    logoUrl: url(),
    maxAmount: amount(),
    minAmount: amount(),
    standardPayerData: list(
      group({
        fieldName: always(enumeration(['EMAIL', 'PHONE'])),
        presence: always(enumeration(['OPTIONAL', 'REQUIRED'])),
      }),
    ),
    supportedCountries: list(group({ country: always(country()) })),
    type: always(enumeration(['PROVIDER_A', 'PROVIDER_B', 'PROVIDER_C'])),
  }),
)

/** The payer's own currency at today's rate; the request id is what the payment then refers to. */
const rateQuote = decided(
  'choices',
  group({
    ...only(currencyConversion.rows, 'exchangeRateTime', 'marginPercentage'),
    offerText: string(1, 4096),
    ...only(
      currencyConversion.rows,
      'payerAmount',
      'payerCurrency',
      'payerExchangeRate',
      'provider',
      'providerReceipt',
      'requestId',
    ),
  }),
)

const cardRows = {
  cardTypes: list(group({ cardType: always(cardTypes15) })),
  currencies,
  currencyConversion: rateQuote,
}

/** Cards and providers. */
export const paymentTypes15 = group({
  browserPayment,
  card: group({
    ...cardRows,
    transactionSources: list(group({ transactionSource: always(enumeration(sources30)) })),
  }),
})
export const paymentTypes100 = group({
  browserPayment,
  card: group({
    ...cardRows,
    transactionSources: list(group({ transactionSource: always(enumeration(sources100)) })),
  }),
})

/** How the merchant's payments move: reserved first, or at once. */
export const transactionMode15 = enumeration(['AUTHORIZE_CAPTURE', 'PURCHASE'])

/** The same from version 52 on, where a merchant may have both. */
export const supportedPaymentOperations52 = list(
  group({ supportedPaymentOperation: always(enumeration(['AUTHORIZE', 'PURCHASE'])) }),
)
