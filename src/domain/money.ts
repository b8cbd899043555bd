// Money is an integer of minor units with its currency. It is read from decimal text and written back as decimal text,
// never through floating point; two currencies never add.
import { exponentOf } from './currency.ts'

export interface Money {
  readonly amountMinor: bigint
  readonly currency: string
}

/** Reads plain decimal text such as `12.34`; undefined when it has more decimals than the currency, zeros aside. */
export function parseMoney({ amount, currency }: { amount: string; currency: string }): Money | undefined {
  const exponent = exponentOf(currency)
  const [whole = '', fraction = ''] = amount.split('.')
  const kept = fraction.slice(0, exponent).padEnd(exponent, '0')
  if (/[^0]/.test(fraction.slice(exponent))) return undefined
  return { amountMinor: BigInt(whole + kept), currency }
}

/** The shortest decimal text of an amount: trailing zeros carry no meaning and are left out. */
export function formatMoney({ amountMinor, currency }: Money): string {
  if (amountMinor === 0n) return '0'
  const exponent = exponentOf(currency)
  const digits = (amountMinor < 0n ? -amountMinor : amountMinor).toString().padStart(exponent + 1, '0')
  const whole = digits.slice(0, digits.length - exponent)
  const fraction = digits.slice(digits.length - exponent).replace(/0+$/, '')
  return (amountMinor < 0n ? '-' : '') + whole + (fraction ? `.${fraction}` : '')
}

/** The largest amount, and the largest total, that an answer can show. */
export function largestMinor(currency: string): bigint {
  return 1_000_000_000_000n * 10n ** BigInt(exponentOf(currency))
}

export function add(a: Money, b: Money): Money {
  if (a.currency !== b.currency) throw new Error(`cannot add ${a.currency} and ${b.currency}`)
  return { amountMinor: a.amountMinor + b.amountMinor, currency: a.currency }
}

export function zero(currency: string): Money {
  return { amountMinor: 0n, currency }
}
