// Amounts and dates as pages show them. Amounts are decimal text with the digits of the currency, computed without floating point.
import { exponentOf } from '../../kernel/money.ts'
import { RecentMap } from '../../kernel/recent-map.ts'

/** `100` of USD is 100.00; an amount with more digits than the currency keeps them, such as a price per unit. */
export function decimalAmountText(amount: string, currency: string): string {
  const [whole = '0', fraction = ''] = amount.split('.')
  const decimals = fraction.replace(/0+$/, '').padEnd(exponentOf(currency), '0')
  return decimals === '' ? whole : `${whole}.${decimals}`
}

/** The price of this many units. */
export function lineTotalText(unitPrice: string, quantity: string, currency: string): string {
  const [whole = '0', fraction = ''] = unitPrice.split('.')
  const product = BigInt(whole + fraction) * BigInt(quantity)
  const digits = (product < 0n ? -product : product).toString().padStart(fraction.length + 1, '0')
  const point = digits.length - fraction.length
  const text = fraction === '' ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`
  return (product < 0n ? '-' : '') + decimalAmountText(text, currency)
}

// Amounts and dates in the conventions of a language.

/** From decimal text, without floating point. */
export function formatAmount(locale: string, amount: string, currency: string): string {
  if (!/^-?\d+(\.\d+)?$/.test(amount) || !/^[A-Z]{3}$/.test(currency)) return `${amount} ${currency}`
  const digits = amount.split('.')[1]?.length ?? 0
  const parts = amountFormat(locale, currency, digits).formatToParts(amount as `${number}`)
  // Between letters that run to the left, the sign of US$ would otherwise change its side.
  const isolated = (text: string) => (locale === 'ar' ? `\u2068${text}\u2069` : text)
  return parts.map(({ type, value }) => (type === 'currency' ? isolated(value) : value)).join('')
}

/** Making one takes longer than everything else on the line; a page has many lines, and most pages are alike. */
const amountFormats = new RecentMap<Intl.NumberFormat>(1_000)

function amountFormat(locale: string, currency: string, digits: number): Intl.NumberFormat {
  const key = `${locale} ${currency} ${digits}`
  const existing = amountFormats.get(key)
  if (existing) return existing
  const made = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  amountFormats.set(key, made)
  return made
}

/** In UTC where the payer's own zone is not known; labelled with the zone. */
export function formatTime(locale: string, time: string, timeZone = 'UTC'): string {
  const date = new Date(time)
  if (Number.isNaN(date.getTime())) return time
  const options = { year: 'numeric', month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const
  return new Intl.DateTimeFormat(locale, { ...options, timeZone, timeZoneName: 'short' }).format(date)
}
