// Currencies, with the decimals that each has (ISO 4217 minor units); amounts: bigint minor units with their currency; and exact
// decimals as text, the canonical form of amounts, prices, rates and percentages. No floating point anywhere.

const withoutDecimals = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'
const withThreeDecimals = 'BHD IQD JOD KWD LYD OMR TND'
const withFourDecimals = 'CLF UYW'

const exponents: ReadonlyMap<string, number> = new Map([
  ...withoutDecimals.split(' ').map((code) => [code, 0] as const),
  ...withThreeDecimals.split(' ').map((code) => [code, 3] as const),
  ...withFourDecimals.split(' ').map((code) => [code, 4] as const),
])

/** Codes of ISO 4217 that the platform's list leaves out, above all those of funds. */
const fundsCodes = 'BOV CHE CHW CLF COU MXV USN UYI UYW VED'

/** Every currency that a request may name. */
export const knownCurrencies: ReadonlySet<string> = new Set(
  [...Intl.supportedValuesOf('currency'), ...fundsCodes.split(' ')].toSorted(),
)

export const currencies: readonly string[] = [...knownCurrencies]

export function isCurrency(code: string): boolean {
  return knownCurrencies.has(code)
}

const listedMax = 12

/** What a readable list shows of them: of very many, the first ones. */
export function listedCurrencies(codes: readonly string[]): readonly string[] {
  return codes.length <= listedMax ? codes : codes.slice(0, listedMax - 2)
}

/** A readable list: of very many, the first ones and how many more there are. */
export function currencyListText(codes: readonly string[], separator = ', '): string {
  const shown = listedCurrencies(codes)
  const more = codes.length - shown.length
  return more === 0 ? shown.join(separator) : `${shown.join(separator)} and ${more} more`
}

/** The number of decimals an amount of this currency may have. */
export function exponentOf(currency: string): number {
  return exponents.get(currency) ?? 2
}

/** No amount has more decimals in a request or a response, also in a currency that has four. */
const amountDecimalsMax = 3

/** The number of decimals an amount of this currency may have in requests and responses. */
export function amountDecimalsOf(currency: string): number {
  return Math.min(exponentOf(currency), amountDecimalsMax)
}

/** Whether a response can show the amount. */
export function isExpressible({ amountMinor, currency }: Money): boolean {
  return amountMinor % 10n ** BigInt(exponentOf(currency) - amountDecimalsOf(currency)) === 0n
}

export interface Money {
  readonly amountMinor: bigint
  readonly currency: string
}

/** Reads plain decimal text such as `12.34`; undefined when it has more decimals than the currency, zeros aside. */
export function parseMoney({ amount, currency }: { amount: string; currency: string }): Money | undefined {
  const exponent = exponentOf(currency)
  const [whole = '', fraction = ''] = amount.split('.')
  const digits = fraction.slice(0, exponent).padEnd(exponent, '0')
  if (/[^0]/.test(fraction.slice(exponent))) return undefined
  return { amountMinor: BigInt(whole + digits), currency }
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

/** For display: with every decimal of its currency, as 12.30 USD has. Programs get the shortest text. */
export function displayMoney(money: Money): string {
  const shortest = formatMoney(money)
  const exponent = exponentOf(money.currency)
  if (exponent === 0) return shortest
  const [whole = '0', fraction = ''] = shortest.split('.')
  return `${whole}.${fraction.padEnd(exponent, '0')}`
}

/** The same of an amount that is decimal text already. */
export function displayAmount(amount: string, currency: string): string {
  const isNegative = amount.startsWith('-')
  const money = parseMoney({ amount: isNegative ? amount.slice(1) : amount, currency })
  return money ? `${isNegative ? '-' : ''}${displayMoney(money)}` : amount
}

/** The largest amount, and the largest total, that a response can show. */
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

// Decimals as text.

/** Most amounts are written that way. */
const alreadyShortest = /^(?:0|-?(?:0(?=\.)|[1-9][0-9]*)(?:\.[0-9]*[1-9])?)$/

/** The shortest text of a decimal: no leading zeros, no trailing zeros after the point, no negative zero. */
export function normaliseDecimal(source: string): string {
  if (alreadyShortest.test(source)) return source
  const negative = source.startsWith('-')
  const [whole = '', fraction = ''] = source.slice(negative ? 1 : 0).split('.')
  const shortWhole = whole.replace(/^0+(?=\d)/, '')
  const shortFraction = fraction.replace(/0+$/, '')
  const shortest = shortFraction ? `${shortWhole}.${shortFraction}` : shortWhole
  return negative && shortest !== '0' ? `-${shortest}` : shortest
}

const doubleExactLength = 15

/** Negative, zero or positive, as `a` is below, equal to or above `b`. */
export function compareDecimals(a: string, b: string): number {
  // Up to fifteen digits a double distinguishes all decimals.
  if (a.length <= doubleExactLength && b.length <= doubleExactLength) return Math.sign(Number(a) - Number(b))
  const scale = Math.max(decimalsOf(a), decimalsOf(b))
  const difference = scaled(a, scale) - scaled(b, scale)
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

export function addDecimals(...terms: readonly string[]): string {
  const scale = Math.max(0, ...terms.map(decimalsOf))
  return unscaled(
    terms.reduce((sum, term) => sum + scaled(term, scale), 0n),
    scale,
  )
}

export function multiplyDecimals(a: string, b: string): string {
  const [scaleA, scaleB] = [decimalsOf(a), decimalsOf(b)]
  return unscaled(scaled(a, scaleA) * scaled(b, scaleB), scaleA + scaleB)
}

export function negateDecimal(value: string): string {
  return normaliseDecimal(value.startsWith('-') ? value.slice(1) : `-${value}`)
}

export function decimalsOf(value: string): number {
  const point = value.indexOf('.')
  return point < 0 ? 0 : value.length - point - 1
}

function scaled(value: string, scale: number): bigint {
  const [whole = '0', fraction = ''] = value.split('.')
  return BigInt(whole + fraction.padEnd(scale, '0'))
}

function unscaled(value: bigint, scale: number): string {
  const negative = value < 0n
  const digits = (negative ? -value : value).toString().padStart(scale + 1, '0')
  const cut = digits.length - scale
  return normaliseDecimal(`${negative ? '-' : ''}${digits.slice(0, cut)}${scale ? `.${digits.slice(cut)}` : ''}`)
}

// The numeric codes of currencies (ISO 4217), which schemes and wallets use in place of letters.

const numbers = `AED784 AFN971 ALL008 AMD051 AOA973 ARS032 AUD036 AWG533 AZN944 BAM977 BBD052 BDT050 BGN975 BHD048 BIF108
  BMD060 BND096 BOB068 BOV984 BRL986 BSD044 BTN064 BWP072 BYN933 BZD084 CAD124 CDF976 CHE947 CHF756 CHW948 CLF990 CLP152
  CNY156 COP170 COU970 CRC188 CUP192 CVE132 CZK203 DJF262 DKK208 DOP214 DZD012 EGP818 ERN232 ETB230 EUR978 FJD242 FKP238
  GBP826 GEL981 GHS936 GIP292 GMD270 GNF324 GTQ320 GYD328 HKD344 HNL340 HTG332 HUF348 IDR360 ILS376 INR356 IQD368 IRR364
  ISK352 JMD388 JOD400 JPY392 KES404 KGS417 KHR116 KMF174 KPW408 KRW410 KWD414 KYD136 KZT398 LAK418 LBP422 LKR144 LRD430
  LSL426 LYD434 MAD504 MDL498 MGA969 MKD807 MMK104 MNT496 MOP446 MRU929 MUR480 MVR462 MWK454 MXN484 MXV979 MYR458 MZN943
  NAD516 NGN566 NIO558 NOK578 NPR524 NZD554 OMR512 PAB590 PEN604 PGK598 PHP608 PKR586 PLN985 PYG600 QAR634 RON946 RSD941
  RUB643 RWF646 SAR682 SBD090 SCR690 SDG938 SEK752 SGD702 SHP654 SLE925 SOS706 SRD968 SSP728 STN930 SVC222 SYP760 SZL748
  THB764 TJS972 TMT934 TND788 TOP776 TRY949 TTD780 TWD901 TZS834 UAH980 UGX800 USD840 USN997 UYI940 UYU858 UYW927 UZS860
  VED926 VES928 VND704 VUV548 WST882 XAF950 XCD951 XCG532 XOF952 XPF953 YER886 ZAR710 ZMW967 ZWG924`

const lettersByNumber: ReadonlyMap<string, string> = new Map(
  numbers.split(/\s+/).map((entry) => [entry.slice(3), entry.slice(0, 3)] as const),
)

/** Undefined for a number that no currency has. */
export function currencyOfNumber(number: string): string | undefined {
  return lettersByNumber.get(number.padStart(3, '0'))
}

const numbersByLetters: ReadonlyMap<string, string> = new Map(
  [...lettersByNumber].map(([number, letters]) => [letters, number] as const),
)

/** Three digits; undefined for what is no currency. */
export function numberOfCurrency(letters: string): string | undefined {
  return numbersByLetters.get(letters)
}
