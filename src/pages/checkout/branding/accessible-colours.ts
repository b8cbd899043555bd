// Colours that can be read: a merchant's colour is darkened or lightened as far as text needs, and the text on it is
// black or white. Contrast as the Web Content Accessibility Guidelines count it.

/** The backgrounds of colours.css on which the colour is used for text. */
export const backgrounds = {
  light: ['#ffffff', '#f4f6f6', '#f7f9f9'],
  dark: ['#12181b', '#0c1113', '#1a2327', '#171f23'],
} as const
export type ColourScheme = keyof typeof backgrounds

const white = '#ffffff'
const black = '#000000'
/** Of text. */
const contrastOfText = 4.5
/** Of text, for payers whose system asks for more contrast. */
const strongContrastOfText = 7
/** A button in the colour of the page would not be seen; its text has the contrast of text. */
const contrastOfFill = 1.4

export interface BrandColours {
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
