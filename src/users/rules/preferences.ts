// What users choose for themselves in the console. Nothing of it gives a permission.

/** A list of the console with its filters, under a name. */
export interface SavedView {
  /** The page's name in the URL: orders, transactions. */
  readonly list: string
  readonly name: string
  /** The filters, as the page's URL has them. */
  readonly query: string
}

export interface ChosenColumns {
  readonly list: string
  /** By their headings. */
  readonly shown: readonly string[]
}

/** The languages of the console. */
export const consoleLanguages = ['en', 'de', 'es', 'fr', 'ar'] as const

export interface UserPreferences {
  /** Default: the first of the browser's languages that the console has. */
  readonly language?: (typeof consoleLanguages)[number]
  /** By its IANA name, or `browser`. Default: the browser's. */
  readonly timeZone?: string
  /** Shortcuts of a single key; they can disturb users of speech input. Default: on. */
  readonly hasKeyShortcuts?: boolean
  readonly columns?: readonly ChosenColumns[]
  readonly views?: readonly SavedView[]
  /** Alerts up to this time are read; ISO 8601. */
  readonly alertsReadUntil?: string
}

export const savedViewsMax = 50

/** In place of the name of a zone: whichever the browser has. */
export const zoneOfBrowser = 'browser'

export function isTimeZone(name: string): boolean {
  return name === zoneOfBrowser || isZoneName(name)
}

export function isZoneName(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
