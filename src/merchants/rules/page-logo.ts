// A merchant's logo on its payment pages: a picture that cannot carry scripts, small enough to be loaded by every payer.
import { type Explanation, explain } from '../../kernel/explanation.ts'

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
