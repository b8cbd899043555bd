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
