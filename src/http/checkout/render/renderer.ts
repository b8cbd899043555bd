// What every part of a page is drawn with: the language's words and customs, and the files it may point to.
import type { CheckoutAssets } from '../assets.ts'
import { formatAmount } from './format.ts'
import { type Language, languageOf, languages, say, type Words } from './texts/index.ts'

export interface Pen {
  readonly words: Words
  readonly locale: Language
  readonly direction: 'ltr' | 'rtl'
  readonly assets: CheckoutAssets
  amount(amount: string, currency: string): string
}

export function penFor(locale: string, assets: CheckoutAssets): Pen {
  const language = languageOf(locale) ?? 'en'
  return {
    words: languages[language],
    locale: language,
    direction: language === 'ar' ? 'rtl' : 'ltr',
    assets,
    amount: (amount, currency) => formatAmount(language, amount, currency),
  }
}

/** A sentence with the merchant's name in it. Marks around the name keep its direction out of the sentence's. */
export function saidOf(words: string, merchantName: string): string {
  return say(words, { merchant: `\u2068${merchantName}\u2069` })
}

/** The same with a provider's name. */
export function saidAt(words: string, provider: string): string {
  return say(words, { provider: `\u2068${provider}\u2069` })
}
