// Countries by their names in a language.
import { alpha3Of } from './country-alpha-2.ts'

export interface Country {
  /** Three letters, as in the API. */
  readonly code: string
  readonly name: string
}

const countriesByLocale = new Map<string, readonly Country[]>()

/** All countries in the order of the language's alphabet. */
export function countriesIn(locale: string): readonly Country[] {
  const existing = countriesByLocale.get(locale)
  if (existing) return existing
  const names = new Intl.DisplayNames(locale, { type: 'region' })
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index))
  const countries = letters
    .flatMap((first) => letters.map((second) => first + second))
    .flatMap((alpha2) => {
      const code = alpha3Of(alpha2)
      return code === undefined ? [] : [{ code, name: names.of(alpha2) ?? code }]
    })
    .toSorted((a, b) => a.name.localeCompare(b.name, locale))
  countriesByLocale.set(locale, countries)
  return countries
}

export function countryName(locale: string, code: string): string {
  return countriesIn(locale).find((country) => country.code === code)?.name ?? code
}
