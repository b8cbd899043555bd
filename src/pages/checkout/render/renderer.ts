// What every part of a page is rendered with: the language's texts and conventions, and the files it may refer to.

import { formatAmount } from '../amount-text.ts'
import type { CheckoutAssets } from '../assets.ts'
import { type CheckoutTexts, fillPlaceholders, type Language, languageOf, languages } from './texts/index.ts'

export interface Renderer {
  readonly texts: CheckoutTexts
  readonly locale: Language
  readonly direction: 'ltr' | 'rtl'
  readonly assets: CheckoutAssets
  amount(amount: string, currency: string): string
}

export function createRenderer(locale: string, assets: CheckoutAssets): Renderer {
  const language = languageOf(locale) ?? 'en'
  return {
    texts: languages[language],
    locale: language,
    direction: language === 'ar' ? 'rtl' : 'ltr',
    assets,
    amount: (amount, currency) => formatAmount(language, amount, currency),
  }
}

/** A sentence with the merchant's name in it. Marks around the name isolate its text direction. */
export function withMerchantName(words: string, merchantName: string): string {
  return fillPlaceholders(words, { merchant: `\u2068${merchantName}\u2069` })
}

/** The same with a provider's name. */
export function withProviderName(words: string, provider: string): string {
  return fillPlaceholders(words, { provider: `\u2068${provider}\u2069` })
}
