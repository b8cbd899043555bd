// Currencies, with the decimals that each has (ISO 4217 minor units), and amounts: bigint minor units with their currency, never
// floating point.

const withoutDecimals = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'
const withThreeDecimals = 'BHD IQD JOD KWD LYD OMR TND'
const withFourDecimals = 'CLF UYW'

const exponents: ReadonlyMap<string, number> = new Map([
  ...withoutDecimals.split(' ').map((code) => [code, 0] as const),
  ...withThreeDecimals.split(' ').map((code) => [code, 3] as const),
  ...withFourDecimals.split(' ').map((code) => [code, 4] as const),
])

const knownCurrencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

/** Every currency that a request may name. */
export const currencies: readonly string[] = [...knownCurrencies]

export function isCurrency(code: string): boolean {
  return knownCurrencies.has(code)
}

const listedMax = 12

/** A list for people: of very many, the first ones and how many more there are. */
export function currencyListText(codes: readonly string[], separator = ', '): string {
  if (codes.length <= listedMax) return codes.join(separator)
  const shown = codes.slice(0, listedMax - 2)
  return `${shown.join(separator)} and ${codes.length - shown.length} more`
}

/** The number of decimals an amount of this currency may have. */
export function exponentOf(currency: string): number {
  return exponents.get(currency) ?? 2
}

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
