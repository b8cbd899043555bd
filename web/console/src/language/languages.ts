// The languages of the console, which are those of the payment page.
import { consoleLanguages } from '../../../../src/users/rules/preferences.ts'

export type ConsoleLanguage = (typeof consoleLanguages)[number]

/** As each language calls itself. */
export const languageNames: Readonly<Record<ConsoleLanguage, string>> = {
  en: 'English',
  ar: 'العربية',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
}

export function isLanguage(code: string | undefined): code is ConsoleLanguage {
  return (consoleLanguages as readonly (string | undefined)[]).includes(code)
}

/** The first of the browser's languages that the console has; English where it has none. */
export function languageFor(wanted: readonly string[]): ConsoleLanguage {
  return wanted.map((code) => code.toLowerCase().split('-')[0]).find(isLanguage) ?? 'en'
}
