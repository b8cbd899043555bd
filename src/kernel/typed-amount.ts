// Amounts as people type them: the one reader for the console and the payment pages. It takes what pages show in the language,
// and refuses what could be read as two amounts. Programs and commands write plain decimals, which parseMoney reads.
import {
  amountDecimalsOf,
  displayAmount,
  exponentOf,
  formatMoney,
  isExpressible,
  largestMinor,
  parseMoney,
} from './money.ts'

export interface AmountConventions {
  readonly currency: string
  /** The locale in which the page shows amounts. */
  readonly locale: string
}

/** AMBIGUOUS: 1.234 may be more than a thousand, or hardly more than one. */
export type AmountFault = 'MISSING' | 'INVALID' | 'AMBIGUOUS' | 'TOO_MANY_DECIMALS' | 'TOO_LARGE'

export type AmountReading =
  /** The amount is the shortest decimal text, as requests have it. */
  { readonly kind: 'AMOUNT'; readonly amountMinor: bigint; readonly amount: string } | { readonly kind: AmountFault }

interface Marks {
  readonly decimal: string
  readonly group: string
}

const marksByLocale = new Map<string, Marks>()

function marksOf(locale: string): Marks {
  const existing = marksByLocale.get(locale)
  if (existing) return existing
  const parts = new Intl.NumberFormat(locale, { minimumFractionDigits: 1 }).formatToParts(1_234_567.5)
  const partOf = (type: 'decimal' | 'group', otherwise: string) =>
    parts.find((part) => part.type === type)?.value ?? otherwise
  const marks = { decimal: partOf('decimal', '.'), group: partOf('group', '') }
  marksByLocale.set(locale, marks)
  return marks
}

/** Reads an amount of the currency by the rules of the language. Nothing is rounded and no digit is left out. */
export function readTypedAmount(text: string, { currency, locale }: AmountConventions): AmountReading {
  const typed = withoutCurrency(plainText(text), { currency, locale })
  if (typed === '') return { kind: 'MISSING' }
  // A mark at the end is a number that is still being typed.
  const number = /^\d+[.,٫]$/.test(typed) ? typed.slice(0, -1) : typed
  if (!/^\d+(?:[.,٫٬' ]\d+)*$/.test(number)) return { kind: 'INVALID' }
  const split = splitNumber(number, marksOf(locale), exponentOf(currency))
  return 'kind' in split ? split : amountOf(split, currency)
}

/** An amount as it stands in a field: as the language writes it, with all decimals, without groups. */
export function editableAmount(amount: string, { currency, locale }: AmountConventions): string {
  return displayAmount(amount, currency).replace('.', marksOf(locale).decimal)
}

/** More than a thousand, with decimals where the currency has them: what a field shows as an example. */
export function exampleAmount(conventions: AmountConventions): string {
  return editableAmount(amountDecimalsOf(conventions.currency) === 0 ? '1250' : '1250.5', conventions)
}

interface NumberParts {
  readonly whole: string
  readonly fraction: string
}

function splitNumber(number: string, own: Marks, exponent: number): NumberParts | { readonly kind: AmountFault } {
  const digits = number.split(/\D/)
  const marks = number.match(/\D/g) ?? []
  const last = marks.at(-1)
  if (last === undefined) return { whole: number, fraction: '' }
  const meaning = meaningOf({ last, before: marks.slice(0, -1), digits }, own, exponent)
  if (meaning === 'AMBIGUOUS') return { kind: 'AMBIGUOUS' }
  const groups = meaning === 'DECIMAL' ? digits.slice(0, -1) : digits
  const groupMarks = meaning === 'DECIMAL' ? marks.slice(0, -1) : marks
  if (new Set(groupMarks).size > 1 || !areGroups(groups)) return { kind: 'INVALID' }
  return { whole: groups.join(''), fraction: meaning === 'DECIMAL' ? (digits.at(-1) ?? '') : '' }
}

interface LastMark {
  readonly last: string
  readonly before: readonly string[]
  readonly digits: readonly string[]
}

function meaningOf(
  { last, before, digits }: LastMark,
  own: Marks,
  exponent: number,
): 'DECIMAL' | 'GROUP' | 'AMBIGUOUS' {
  if (last === '٫') return 'DECIMAL'
  if (last !== '.' && last !== ',') return 'GROUP'
  if (before.includes(last)) return 'GROUP'
  const couldGroup = digits.at(-1)?.length === 3 && (before.length > 0 || /^[1-9]\d{0,2}$/.test(digits[0] ?? ''))
  if (!couldGroup || last === own.decimal) return 'DECIMAL'
  // Beside the other one of the two, which groups, it can only begin the decimals.
  if (before.some((mark) => mark === '.' || mark === ',')) return 'DECIMAL'
  return before.length === 0 && last === own.group && exponent === 0 ? 'GROUP' : 'AMBIGUOUS'
}

/** By thousands, or as in India: 12,34,567. */
function areGroups([first = '', ...others]: readonly string[]): boolean {
  if (others.length === 0) return true
  if (!/^[1-9]\d{0,2}$/.test(first) || others.at(-1)?.length !== 3) return false
  const inner = others.slice(0, -1)
  return inner.every(({ length }) => length === 3) || (first.length < 3 && inner.every(({ length }) => length === 2))
}

function amountOf({ whole, fraction }: NumberParts, currency: string): AmountReading {
  // Not even zeros: in a currency without decimals, 1,000 is meant to be a thousand by many who write it.
  if (fraction.length > exponentOf(currency)) return { kind: 'TOO_MANY_DECIMALS' }
  const money = parseMoney({ amount: `${whole}.${fraction}`, currency })
  if (!money || !isExpressible(money)) return { kind: 'TOO_MANY_DECIMALS' }
  const { amountMinor } = money
  return amountMinor > largestMinor(currency)
    ? { kind: 'TOO_LARGE' }
    : { kind: 'AMOUNT', amountMinor, amount: formatMoney(money) }
}

/** With the digits 0 to 9, plain spaces and apostrophes, and without characters that only turn the direction. */
function plainText(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/[\u061c\u200e\u200f\u2066-\u2069]/g, '')
    .replaceAll(/[٠-٩۰-۹]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 15))
    .replaceAll('’', "'")
    .replaceAll('،', ',')
    .trim()
}

/** The amount's own currency may stand before or after it, as pages show it. Another one makes the text unreadable. */
function withoutCurrency(typed: string, { currency, locale }: AmountConventions): string {
  const name = currencyNames(locale, currency).find((each) => typed.startsWith(each) || typed.endsWith(each))
  if (name === undefined) return typed
  return (typed.startsWith(name) ? typed.slice(name.length) : typed.slice(0, -name.length)).trim()
}

function currencyNames(locale: string, currency: string): readonly string[] {
  if (!/^[A-Z]{3}$/.test(currency)) return []
  const symbols = (['symbol', 'narrowSymbol'] as const).flatMap((currencyDisplay) =>
    new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay })
      .formatToParts(1)
      .filter(({ type }) => type === 'currency')
      .map(({ value }) => plainText(value)),
  )
  return [currency, ...symbols]
}
