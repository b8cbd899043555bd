// The style sheet of a merchant's colour and font. It is a function of its name, such as 0a5cff-serif.css, and refuses
// every other name: nothing that a merchant writes becomes style sheet text.

import { type PageFont, type PageTheme, pageFonts, readPageColour } from '../../../merchants/rules/page-theme.ts'
import { type BrandColours, brandColours } from './accessible-colours.ts'

/** In place of a colour or a font that the merchant has not chosen. */
const unchosen = 'default'

const arabic = '"Noto Sans Arabic", "Noto Naskh Arabic", "Geeza Pro"'
const stacks: Readonly<Record<PageFont, string | undefined>> = {
  SYSTEM: undefined,
  SANS: `"Helvetica Neue", Helvetica, Arial, "Liberation Sans", ${arabic}, sans-serif`,
  HUMANIST: `Seravek, "Gill Sans Nova", Ubuntu, Calibri, "DejaVu Sans", ${arabic}, sans-serif`,
  ROUNDED: `ui-rounded, "Hiragino Maru Gothic ProN", Quicksand, Comfortaa, Manjari, "Arial Rounded MT Bold", Nunito, ${arabic}, sans-serif`,
  SERIF: `Charter, "Bitstream Charter", "Sitka Text", Cambria, Georgia, "DejaVu Serif", ${arabic}, serif`,
  MONO: `ui-monospace, "Cascadia Code", "Source Code Pro", Menlo, Consolas, "DejaVu Sans Mono", ${arabic}, monospace`,
}

/** Undefined for a page that looks like the gateway's own. */
export function brandStyleName({ colour, font = 'SYSTEM' }: PageTheme): string | undefined {
  const read = colour === undefined ? undefined : readPageColour(colour)
  const stack = pageFonts.includes(font) ? stacks[font] : undefined
  if (read === undefined && stack === undefined) return undefined
  return `${read?.slice(1) ?? unchosen}-${stack === undefined ? unchosen : font.toLowerCase()}.css`
}

/** Undefined for a name that `brandStyleName` does not make. */
export function brandStyle(name: string): string | undefined {
  const [, colour = '', fontName = ''] = /^([0-9a-f]{6}|default)-([a-z]+)\.css$/.exec(name) ?? []
  const font = pageFonts.find((each) => each.toLowerCase() === fontName)
  const theme = { ...(colour !== unchosen && { colour: `#${colour}` }), ...(font && { font }) }
  if (brandStyleName(theme) !== name) return undefined
  return [theme.colour && coloursText(theme.colour), font && `:root { --letters: ${stacks[font]}; }\n`]
    .filter(Boolean)
    .join('')
}

function coloursText(colour: string): string {
  const [light, dark] = [brandColours(colour, 'light'), brandColours(colour, 'dark')]
  const both = (name: keyof BrandColours) => `light-dark(${light[name]}, ${dark[name]})`
  return `:root {
  --accent: ${both('accent')};
  --accent-soft: ${both('accentSoft')};
  --fill: ${both('fill')};
  --fill-strong: ${both('fillStrong')};
  --on-fill: ${both('onFill')};
  --halo: light-dark(${light.accent}2e, ${dark.accent}3d);
}

@media (prefers-contrast: more) {
  :root {
    --accent: ${both('strongAccent')};
  }
}
`
}
