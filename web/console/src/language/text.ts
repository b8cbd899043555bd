// Texts of the console in the language of its user. The code has them in English, and the English text is the key of its
// translation; a text without one is shown in English.
import type { ReactNode } from 'react'
import { numberText, pluralOf, translationOf } from './current-language.ts'
import { startTexts } from './load-texts.ts'

export { addTexts, formatLocale, language, numberText, setLanguage } from './current-language.ts'

type Values = Readonly<Record<string, string | number>>

// In the browser. Whatever imports this file waits for it: tables of texts are made when their files are loaded.
if (typeof document !== 'undefined') await startTexts()

/**
 * The text in the user's language, with its values: `t('Refund of {amount}', { amount })`. Where one English text means two
 * things that other languages say differently, the key ends with the meaning, which is not shown: `t('Set up||done')`.
 */
export function t(english: string, values?: Values): string {
  const found = translationOf(english)
  return filled(typeof found === 'string' ? found : english.replace(/\|\|.*$/, ''), values)
}

/** A count, as `tn(3, '{count} order', '{count} orders')`. */
export function tn(count: number, one: string, many: string, values?: Values): string {
  const found = translationOf(many)
  const all = { ...values, count }
  if (typeof found !== 'object') return filled(count === 1 ? one : many, all)
  return filled(found[pluralOf(count)] ?? found.other, all)
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
    return value === undefined ? whole : typeof value === 'number' ? numberText(value) : value
  })
}
