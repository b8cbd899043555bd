// Lists and conditions of a profile in words.

import { listedCurrencies } from '../../../../../src/kernel/money.ts'
import type { AcquirerRoute, AmountRange } from '../../../../../src/merchants/rules/routes.ts'
import { t, tn } from '../../language/text.ts'

/** Of very many, the first ones and how many more there are. */
export function currenciesText(codes: readonly string[]): string {
  const shown = listedCurrencies(codes)
  const currencies = shown.join(', ')
  const more = codes.length - shown.length
  return more === 0
    ? currencies
    : tn(more, '{currencies} and {count} more', '{currencies} and {count} more', { currencies })
}

/** "bank: currency EUR; amount up to 100 EUR". */
export function routeText({ linkId, conditions = {} }: AcquirerRoute): string {
  const { currencies, schemes, sources, cardCountries, bins, amount, percent } = conditions
  const texts = [
    currencies && tn(currencies.length, 'currency {values}', 'currency one of {values}', listed(currencies)),
    schemes && tn(schemes.length, 'card scheme {values}', 'card scheme one of {values}', listed(schemes)),
    sources && tn(sources.length, 'source of funds {values}', 'source of funds one of {values}', listed(sources)),
    cardCountries &&
      tn(cardCountries.length, 'card issued in {values}', 'card issued in one of {values}', listed(cardCountries)),
    bins &&
      tn(
        bins.length,
        'card number beginning with {values}',
        'card number beginning with one of {values}',
        listed(bins),
      ),
    amount && amountText(amount),
    percent === undefined ? undefined : t('{percent} % of orders', { percent }),
  ].filter((text) => text !== undefined)
  return `${linkId}: ${texts.join('; ') || t('every payment')}`
}

const listed = (values: readonly string[]) => ({ values: values.join(', ') })

function amountText({ currency, from, to }: AmountRange): string {
  if (to === undefined) return t('amount from {from} {currency}', { from: from ?? '0', currency })
  if (from === undefined) return t('amount up to {to} {currency}', { to, currency })
  return t('amount from {from} to {to} {currency}', { from, to, currency })
}
