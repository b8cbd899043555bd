// The languages of the pages.
import { ar } from './ar.ts'
import type { CheckoutTexts } from './checkout-texts.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'

export type { CheckoutTexts } from './checkout-texts.ts'

export const languages = { en, de, fr, es, ar } as const satisfies Readonly<Record<string, CheckoutTexts>>
export type Language = keyof typeof languages

/** The language of a locale such as de_AT or de-AT, if the pages support it. */
export function languageOf(locale: string): Language | undefined {
  const [language = ''] = locale.toLowerCase().split(/[-_]/)
  return Object.hasOwn(languages, language) ? (language as Language) : undefined
}

/** Replaces names in braces by values. */
export function fillPlaceholders(words: string, values: Readonly<Record<string, string>>): string {
  return words.replace(/\{(\w+)\}/g, (name, key: string) => (Object.hasOwn(values, key) ? (values[key] ?? '') : name))
}

/** The language of a page: the merchant's choice, else the browser's, else English. */
export function chooseLanguage(locale: string | undefined, acceptLanguage: string | undefined): Language {
  const chosen = locale === undefined ? undefined : languageOf(locale)
  return chosen ?? preferredOf(acceptLanguage ?? '') ?? 'en'
}

/** Such as `de-AT, de;q=0.9, en;q=0.8`. */
function preferredOf(acceptLanguage: string): Language | undefined {
  const accepted = acceptLanguage
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [range = '', ...parameters] = part.trim().split(/\s*;\s*/)
      const weight = parameters.find((parameter) => parameter.startsWith('q='))
      return { language: languageOf(range), weight: weight === undefined ? 1 : Number(weight.slice(2)) }
    })
    .filter(({ weight }) => weight > 0)
  // Of equal weights the first one listed comes first: sorting is stable.
  return accepted.toSorted((a, b) => b.weight - a.weight).find(({ language }) => language)?.language
}
