// The style sheet of a merchant's colour and font. It is a function of its name, such as 0a5cff-serif.css, and refuses
// every other name: nothing that a merchant writes becomes style sheet text.
import { type PageFont, type PageTheme, pageFonts, readPageColour } from '../../../merchants/index.ts'

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
  const theme = { colour: colour === unchosen ? undefined : `#${colour}`, font }
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

// Colours that can be read: a merchant's colour is darkened or lightened as far as text needs, and the text on it is
// black or white. Contrast as the Web Content Accessibility Guidelines count it.

/** The backgrounds of colours.css on which the colour is used for text. */
export const backgrounds = {
  light: ['#ffffff', '#f4f6f6', '#f7f9f9'],
  dark: ['#12181b', '#0c1113', '#1a2327', '#171f23'],
} as const
type ColourScheme = keyof typeof backgrounds

const white = '#ffffff'
const black = '#000000'
/** Of text. */
const contrastOfText = 4.5
/** Of text, for payers whose system asks for more contrast. */
const strongContrastOfText = 7
/** A button in the colour of the page would not be seen; its text has the contrast of text. */
const contrastOfFill = 1.4

interface BrandColours {
  /** Links, focus and the selected choice. */
  readonly accent: string
  readonly strongAccent: string
  /** The background of the selected choice. */
  readonly accentSoft: string
  /** The button: the merchant's colour itself, unless it is that of the page. */
  readonly fill: string
  readonly fillStrong: string
  readonly onFill: string
}

export function brandColours(colour: string, scheme: ColourScheme): BrandColours {
  const [paper] = backgrounds[scheme]
  const away = scheme === 'light' ? black : white
  const softOf = (accent: string) => mix(accent, paper, scheme === 'light' ? 0.08 : 0.12)
  const readable = (least: number) =>
    shifted(colour, away, (accent) =>
      [...backgrounds[scheme], softOf(accent)].every((background) => contrastOf(accent, background) >= least),
    )
  const accent = readable(contrastOfText)
  const fill = shifted(colour, away, (each) => contrastOf(each, paper) >= contrastOfFill)
  const onFill = contrastOf(fill, white) >= contrastOfText ? white : black
  return {
    accent,
    strongAccent: readable(strongContrastOfText),
    accentSoft: softOf(accent),
    fill,
    fillStrong: mix(onFill === white ? black : white, fill, 0.15),
    onFill,
  }
}

/** The colour nearest to this one, on the way to black or white, that is right. */
function shifted(colour: string, towards: string, isRight: (colour: string) => boolean): string {
  for (let percent = 0; percent < 100; percent += 1) {
    const candidate = mix(towards, colour, percent / 100)
    if (isRight(candidate)) return candidate
  }
  return towards
}

function channelsOf(colour: string): readonly number[] {
  return [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16))
}

/** So much of the first, the rest of the second. */
function mix(one: string, other: string, share: number): string {
  const others = channelsOf(other)
  const mixed = channelsOf(one).map((channel, index) =>
    Math.round(channel * share + (others[index] ?? 0) * (1 - share)),
  )
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

function contrastOf(one: string, other: string): number {
  const [low = 0, high = 0] = [one, other].map(luminanceOf).toSorted((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour)
    .map((channel) => channel / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
