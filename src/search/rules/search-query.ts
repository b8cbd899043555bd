// What people type into the search field: words, each of which may be a part of a text, a whole code or an amount; all of
// them must match. A currency beside an amount narrows that amount.
import { isCurrency } from '../../kernel/money.ts'
import {
  type FindableText,
  hasParts,
  normalizeText,
  type SearchField,
  searchKeysOf,
  wordsOf,
} from './findable-texts.ts'

interface SearchWord {
  readonly text: string
  /** The word as an amount, without trailing zeros: 1.234 may be more than a thousand, or hardly more than one. */
  readonly amounts: readonly string[]
}

export interface SearchQuery {
  readonly words: readonly SearchWord[]
  /** Of the amounts. */
  readonly currency?: string
}

/** More words only verify what was found by these. */
const keyedWordsMax = 3

const signs: Readonly<Record<string, string>> = { '€': 'EUR', '£': 'GBP', '¥': 'JPY', '₹': 'INR', $: '' }

/** Undefined when there is nothing to look for. */
export function readSearchQuery(text: string): SearchQuery | undefined {
  const sign = Object.keys(signs).find((each) => text.includes(each))
  const words = wordsOf(sign === undefined ? text : text.replaceAll(sign, ' '))
  const read = words.map((word): SearchWord => ({ text: word, amounts: amountsOf(word) }))
  const hasAmount = read.some(({ amounts }) => amounts.length > 0)
  const code = words.map((word) => word.toUpperCase()).find((word) => hasAmount && isCurrency(word))
  const currency = code ?? (sign === undefined ? '' : (signs[sign] ?? ''))
  const searchWords = code === undefined ? read : read.filter(({ text: word }) => word.toUpperCase() !== code)
  return searchWords.length === 0
    ? undefined
    : { words: searchWords, ...(currency !== '' && hasAmount && { currency }) }
}

const amountForms = [
  /^(\d{1,12})(?:[.,](\d{1,4}))?$/,
  /^(\d{1,3}(?:,\d{3})+)(?:\.(\d{1,4}))?$/,
  /^(\d{1,3}(?:\.\d{3})+)(?:,(\d{1,4}))?$/,
] as const

/** As written in most countries: 1234.5, 1,234.50, 1.234,50. */
function amountsOf(word: string): readonly string[] {
  const amounts = amountForms.flatMap((form) => {
    const [, whole, fraction = ''] = form.exec(word) ?? []
    if (whole === undefined) return []
    const digits = whole.replace(/[.,]/g, '').replace(/^0+(?=\d)/, '')
    const decimals = fraction.replace(/0+$/, '')
    return [decimals === '' ? digits : `${digits}.${decimals}`]
  })
  return [...new Set(amounts)]
}

/**
 * Sets of keys: what matches the query has all keys of at least one set. Of exact matches: whole words and amounts only.
 */
export function keySetsOf(
  merchantId: string,
  { words }: SearchQuery,
  kind: 'EXACT' | 'ANY',
): readonly (readonly number[])[] {
  const keys = searchKeysOf(merchantId)
  const keyed = [...words].sort((a, b) => b.text.length - a.text.length).slice(0, keyedWordsMax)
  const readings = keyed.map(({ text, amounts }) => [
    [keys.whole(text)],
    ...amounts.map((amount) => [keys.amount(amount)]),
    ...(kind === 'ANY' && hasParts(text) ? [keys.somePartsOf(text)] : []),
  ])
  return readings.reduce<readonly (readonly number[])[]>(
    (sets, ofWord) => sets.flatMap((set) => ofWord.map((reading) => [...new Set([...set, ...reading])])),
    [[]],
  )
}

export interface TextMatch {
  readonly field: SearchField
  readonly text: string
  /** A whole text, or a whole word of it. */
  readonly isExact: boolean
}

/** What each word matches; undefined when one of them matches nothing. */
export function matchTexts(
  { words, currency }: SearchQuery,
  texts: readonly FindableText[],
  transaction: { readonly currency: string },
): readonly TextMatch[] | undefined {
  const matches: TextMatch[] = []
  for (const word of words) {
    const match = bestMatch(word, texts, currency === undefined || currency === transaction.currency)
    if (!match) return undefined
    matches.push(match)
  }
  return matches
}

function bestMatch(word: SearchWord, texts: readonly FindableText[], isCurrencyRight: boolean): TextMatch | undefined {
  let inPart: TextMatch | undefined
  for (const { field, text, by } of texts) {
    if (by === 'AMOUNT') {
      if (word.amounts.includes(text) && isCurrencyRight) return { field, text, isExact: true }
      continue
    }
    if (wordsOf(text).includes(word.text)) return { field, text, isExact: true }
    if (by === 'PARTS' && hasParts(word.text) && normalizeText(text).includes(word.text))
      inPart ??= { field, text, isExact: false }
  }
  return inPart
}
