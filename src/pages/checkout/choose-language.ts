// The language of a page: the merchant's choice, else the browser's, else English.
import { type Language, languageOf } from './render/texts/index.ts'

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
