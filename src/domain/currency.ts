// Currencies and how many decimals each has (ISO 4217 minor units).

const withoutDecimals = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'
const withThreeDecimals = 'BHD IQD JOD KWD LYD OMR TND'
const withFourDecimals = 'CLF UYW'

const exponents: ReadonlyMap<string, number> = new Map([
  ...withoutDecimals.split(' ').map((code) => [code, 0] as const),
  ...withThreeDecimals.split(' ').map((code) => [code, 3] as const),
  ...withFourDecimals.split(' ').map((code) => [code, 4] as const),
])

const known: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

/** Every currency that a request may name. */
export const currencies: readonly string[] = [...known]

export function isCurrency(code: string): boolean {
  return known.has(code)
}

const shownMax = 12

/** A list for people: of very many, the first ones and how many more there are. */
export function currencyListText(codes: readonly string[], separator = ', '): string {
  if (codes.length <= shownMax) return codes.join(separator)
  const shown = codes.slice(0, shownMax - 2)
  return `${shown.join(separator)} and ${codes.length - shown.length} more`
}

/** The number of decimals an amount of this currency may have. */
export function exponentOf(currency: string): number {
  return exponents.get(currency) ?? 2
}
