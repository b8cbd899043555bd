// How a merchant's payment pages look: a colour, a font of a list, light or dark.

/** Fonts that devices have: a page loads none. */
export const pageFonts = ['SYSTEM', 'SANS', 'HUMANIST', 'ROUNDED', 'SERIF', 'MONO'] as const
export type PageFont = (typeof pageFonts)[number]

/** In a profile: the gateway's own colour. */
export const defaultPageColour = 'DEFAULT'

export interface PageTheme {
  readonly scheme?: 'light' | 'dark'
  /** As #rrggbb in small letters. */
  readonly colour?: string | undefined
  readonly font?: PageFont | undefined
}

/** A colour as merchants write it: #0A5CFF or #0af. Undefined for anything else. */
export function readPageColour(text: string): string | undefined {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(text)?.slice(1)
  const colour = short ? `#${short.map((digit) => digit + digit).join('')}` : text
  return /^#[0-9a-f]{6}$/i.test(colour) ? colour.toLowerCase() : undefined
}

/** The words of interaction.theme in any order, such as "dark #0a5cff serif". Unknown words change nothing. */
export function readPageTheme(text: string | undefined): PageTheme {
  const words = (text ?? '').toLowerCase().split(/[\s,]+/)
  const scheme = (['light', 'dark'] as const).find((each) => words.includes(each))
  const font = pageFonts.find((each) => words.includes(each.toLowerCase()))
  const colour = words.map(readPageColour).find((each) => each !== undefined)
  return { ...(scheme && { scheme }), ...(colour !== undefined && { colour }), ...(font && { font }) }
}
