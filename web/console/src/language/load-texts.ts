// Loads translations: those that every page needs when the console starts, those of a page with the page.

import { addTexts, language, setLanguage, type Texts } from './current-language.ts'
import { type ConsoleLanguage, languageFor } from './languages.ts'

/** Of everything that is not of one page, and what statuses say. */
const sharedAreas = ['shared', 'statuses'] as const

/** Where the browser keeps the language before anybody is signed in. */
const storedAt = 'tollgate-language'

const rightToLeft: ReadonlySet<ConsoleLanguage> = new Set(['ar'])

/** In the language that was chosen before in this browser, or the first of the browser's languages that the console has. */
export async function startTexts(): Promise<void> {
  const chosen = languageFor([storedLanguage(), ...navigator.languages])
  setLanguage(chosen)
  document.documentElement.lang = chosen
  document.documentElement.dir = rightToLeft.has(chosen) ? 'rtl' : 'ltr'
  await loadTexts(...sharedAreas)
}

/** What the user has chosen; in another language than before the page is loaded again. */
export function showInLanguage(chosen: ConsoleLanguage): void {
  try {
    localStorage.setItem(storedAt, chosen)
  } catch {
    // The browser stores nothing: it stays in its own language.
  }
  // Where nothing was stored, it would be loaded again and again.
  if (chosen !== language() && storedLanguage() === chosen) location.reload()
}

function storedLanguage(): string {
  try {
    return localStorage.getItem(storedAt) ?? ''
  } catch {
    return ''
  }
}

/** Of these folders of pages. English needs none. */
export async function loadTexts(...areas: readonly string[]): Promise<void> {
  if (language() === 'en') return
  const files = import.meta.glob<{ readonly texts: Texts }>('./texts/*/*.ts')
  const loaded = await Promise.all(areas.map((area) => files[`./texts/${language()}/${area}.ts`]?.()))
  for (const file of loaded) if (file) addTexts(file.texts)
}
