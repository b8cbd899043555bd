// Texts of the console in the language of its user. The code has them in English, and the English text is the key of its
// translation; a text without one is shown in English.
import type { ReactNode } from 'react'
import type { Language } from './languages.ts'

/** How a count is said, by the plural categories of the language. */
export type PluralForms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string }

/** Translations by their English texts; those of counts by the form for many. */
export type Texts = Readonly<Record<string, string | PluralForms>>

type Values = Readonly<Record<string, string | number>>

let current: Language = 'en'
let plurals = new Intl.PluralRules('en')
let numbers = new Intl.NumberFormat('en')
const texts = new Map<string, string | PluralForms>()

/** Before anything is shown: tables of texts are made when their files are loaded. */
export function setLanguage(language: Language): void {
  current = language
  plurals = new Intl.PluralRules(language)
  numbers = new Intl.NumberFormat(formatLocale())
  texts.clear()
}

export function addTexts(added: Texts): void {
  for (const [english, translated] of Object.entries(added)) texts.set(english, translated)
}

export function language(): Language {
  return current
}

/** For times and numbers: the browser's own form of the language, with the digits that all of the console's users read. */
export function formatLocale(): string {
  const own = navigator.languages.find((code) => code.toLowerCase().split('-')[0] === current) ?? current
  return `${own}-u-nu-latn`
}

/**
 * The text in the user's language, with its values: `t('Refund of {amount}', { amount })`. Where one English text means two
 * things that other languages say differently, the key ends with the meaning, which is not shown: `t('Set up||done')`.
 */
export function t(english: string, values?: Values): string {
  const found = texts.get(english)
  return filled(typeof found === 'string' ? found : english.replace(/\|\|.*$/, ''), values)
}

/** A count, as `tn(3, '{count} order', '{count} orders')`. */
export function tn(count: number, one: string, many: string, values?: Values): string {
  const found = texts.get(many)
  const all = { ...values, count }
  if (typeof found !== 'object') return filled(count === 1 ? one : many, all)
  return filled(found[plurals.select(count)] ?? found.other, all)
}

/** A text with elements in it: `tx('See {guide}.', { guide: <a href="…">{t('the guide')}</a> })`. */
export function tx(english: string, values: Readonly<Record<string, ReactNode>>): ReactNode {
  return t(english)
    .split(/\{(\w+)\}/)
    .map((part, index) => (index % 2 === 0 ? part : values[part]))
}

/** Marks a text that is translated where it is shown: one that is compared or stored as well. */
export function english<const Text extends string>(text: Text): Text {
  return text
}

function filled(text: string, values: Values | undefined): string {
  if (!values) return text
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name]
    return value === undefined ? whole : typeof value === 'number' ? numbers.format(value) : value
  })
}
