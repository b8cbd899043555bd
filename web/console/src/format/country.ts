// Countries by their names in the user's language.
import { countryName } from '../../../../src/kernel/country.ts'
import { language } from '../language/text.ts'

/** The code itself where it is no country. */
export function countryText(code: string): string {
  return countryName(language(), code)
}
