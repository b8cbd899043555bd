// Formats amounts. They stay decimal text, since a number cannot represent all of them exactly.
import { exponentOf } from '../../../../src/kernel/money.ts'
import { formatLocale } from '../language/text.ts'

const formats = new Map<number, Intl.NumberFormat>()

function formatWith(decimals: number): Intl.NumberFormat {
  const known = formats.get(decimals)
  if (known) return known
  const made = new Intl.NumberFormat(formatLocale(), {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
  formats.set(decimals, made)
  return made
}

/** "1,234.50 USD": the amount as the viewer writes numbers, the currency beside it, since there are many dollars. */
export function moneyText(amount: string, currency: string): string {
  return `${amountText(amount, currency)} ${currency}`
}

/** With the decimals that the gateway gives the currency, whatever the browser knows of it; nothing is rounded. */
export function amountText(amount: string, currency: string): string {
  const fraction = amount.split('.')[1]?.replace(/0+$/, '') ?? ''
  const decimals = Math.max(exponentOf(currency), fraction.length)
  return formatWith(decimals).format(amount as Intl.StringNumericLiteral)
}

/** For drawing only: the position of a point in a chart. Never for anything that is added or sent. */
export function heightOf(amount: string): number {
  return Number(amount)
}

export function isZero(amount: string): boolean {
  return !/[1-9]/.test(amount)
}
