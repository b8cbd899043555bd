// Paying in the payer's own currency, at a rate the payer was shown. Only the first transaction of an order has it.
import { currency, enumeration, string } from '../field-types.ts'
import { dateTime } from '../format-types.ts'
import { amount, decimal } from '../number-types.ts'
import { always, decided, group, only, withDefault, without } from '../row.ts'

const rows = {
  baseAmount: amount(),
  baseCurrency: currency(),
  exchangeRateTime: dateTime(),
  marginPercentage: decimal({ min: '0', max: '10000000', decimalsMax: 5 }),
  payerAmount: decimal({ min: '0', max: '1000000000000', decimalsMax: 3 }),
  payerCurrency: currency(),
  payerExchangeRate: decimal({ min: '0', max: '1000000000000000000', decimalsMax: 12 }),
  payerReceiptText: string(1, 4096),
  // The operator's list; these are the sandbox's two.
  provider: decided('choices', enumeration(['DCC_A', 'DCC_B'])),
  providerReceipt: string(1, 100),
  requestId: string(1, 100),
  uptake: always(withDefault('NOT_REQUIRED', enumeration(['ACCEPTED', 'DECLINED', 'NOT_AVAILABLE', 'NOT_REQUIRED']))),
}

const rows30 = only(
  rows,
  'exchangeRateTime',
  'marginPercentage',
  'payerAmount',
  'payerCurrency',
  'payerExchangeRate',
  'payerReceiptText',
  'provider',
  'providerReceipt',
  'uptake',
)

/** The conversion offer of Verify 33 and the payer's decision on it. */
export const currencyConversion30 = group(rows30)

/** The conversion offer of Pay 15 and 29, with the merchant's base currency. */
export const currencyConversionOfPay15 = group({
  baseAmount: rows.baseAmount,
  baseCurrency: rows.baseCurrency,
  ...rows30,
})

/** The conversion offer, with the inquiry that made it. */
export const currencyConversion50 = group(without(rows, 'baseAmount', 'baseCurrency'))

/** The conversion offer with everything that any operation may contain of it; what answers echo. */
export const currencyConversion = group(rows)
