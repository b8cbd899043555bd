// Amounts as pages show them: decimal text with the digits of the currency, computed without floating point.
import { exponentOf } from '../../kernel/money.ts'

/** `100` of USD is 100.00; an amount with more digits than the currency keeps them, such as a price per unit. */
export function decimalAmountText(amount: string, currency: string): string {
  const [whole = '0', fraction = ''] = amount.split('.')
  const shown = fraction.replace(/0+$/, '').padEnd(exponentOf(currency), '0')
  return shown === '' ? whole : `${whole}.${shown}`
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
