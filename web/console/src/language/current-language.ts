// Which language the console is in, and the translations that have been loaded.
import type { ConsoleLanguage } from './languages.ts'

/** How a count is said, by the plural categories of the language. */
export type PluralForms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string }

/** Translations by their English texts; those of counts by the form for many. */
export type Texts = Readonly<Record<string, string | PluralForms>>

let current: ConsoleLanguage = 'en'
let plurals = new Intl.PluralRules('en')
let numbers = new Intl.NumberFormat('en')
const texts = new Map<string, string | PluralForms>()

/** Before anything is shown: tables of texts are made when their files are loaded. */
export function setLanguage(language: ConsoleLanguage): void {
  current = language
  plurals = new Intl.PluralRules(language)
  numbers = new Intl.NumberFormat(formatLocale())
  texts.clear()
}

export function addTexts(added: Texts): void {
  for (const [english, translated] of Object.entries(added)) texts.set(english, translated)
}

export function language(): ConsoleLanguage {
  return current
}

/** For times and numbers: the browser's own form of the language, with the digits that all of the console's users read. */
export function formatLocale(preferred: readonly string[] = navigator.languages): string {
  const own = preferred.find((code) => code.toLowerCase().split('-')[0] === current && isLocale(code)) ?? current
  return `${own}-u-nu-latn`
}

/** Some systems name locales that are none, such as en-US@posix. */
function isLocale(code: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf(code).length > 0
  } catch {
    return false
  }
}

export function translationOf(english: string): string | PluralForms | undefined {
  return texts.get(english)
}

export function pluralOf(count: number): Intl.LDMLPluralRule {
  return plurals.select(count)
}

export function numberText(number: number): string {
  return numbers.format(number)
}
