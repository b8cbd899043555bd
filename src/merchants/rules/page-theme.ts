// How a merchant's payment pages look: a colour, a font of a list, light or dark, and a logo that cannot carry
// scripts, small enough to be loaded by every payer.
import { type Explanation, explain } from '../../kernel/explanation.ts'

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

/** In a profile: no logo. */
export const noPageLogo = 'NONE'

export const pageLogoBytesMax = 40 * 1024

/** Of a logo that a session names by its URL. */
export const linkedLogoBytesMax = 128 * 1024

export const pageLogoTypes = ['image/png', 'image/jpeg', 'image/webp'] as const
export type PageLogoType = (typeof pageLogoTypes)[number]

export type LogoFault = 'TOO_LARGE' | 'NOT_A_PICTURE'

/** By its content, whatever its name says. SVG is not among them: it can contain scripts and load other files. */
export function readPageLogo(content: Buffer, bytesMax = pageLogoBytesMax): PageLogoType | LogoFault {
  if (content.length > bytesMax) return 'TOO_LARGE'
  const found = signatures.find(({ isAt }) => isAt(content))
  return found?.type ?? 'NOT_A_PICTURE'
}

const signatures: readonly { readonly type: PageLogoType; isAt(content: Buffer): boolean }[] = [
  { type: 'image/png', isAt: (content) => content.subarray(0, 8).toString('latin1') === '\x89PNG\r\n\x1a\n' },
  { type: 'image/jpeg', isAt: (content) => content.subarray(0, 3).toString('latin1') === '\xff\xd8\xff' },
  {
    type: 'image/webp',
    isAt: (content) =>
      content.subarray(0, 4).toString('latin1') === 'RIFF' && content.subarray(8, 12).toString('latin1') === 'WEBP',
  },
]

export function isLogoFault(read: PageLogoType | LogoFault): read is LogoFault {
  return read === 'TOO_LARGE' || read === 'NOT_A_PICTURE'
}

export const logoFaultTexts: Readonly<Record<LogoFault, Explanation>> = {
  TOO_LARGE: explain('The logo must not be larger than {size} KB.', { size: pageLogoBytesMax / 1024 }),
  NOT_A_PICTURE: explain('The logo must be a PNG, JPEG or WebP picture.'),
}
