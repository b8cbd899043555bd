// The colours of a style sheet's theme, and the contrast between them as the Web Content Accessibility Guidelines count it.
import assert from 'node:assert/strict'

export type Scheme = 'light' | 'dark'

/** Custom properties that are `light-dark(#rrggbb, #rrggbb)`, by name; the first block of the file that has each counts. */
export function themeColours(css: string): ReadonlyMap<string, Readonly<Record<Scheme, string>>> {
  const found = [...css.matchAll(/--([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].toReversed()
  return new Map(found.map(([, name = '', light = '', dark = '']) => [name, { light, dark }]))
}

/** What rules give as `color` or `background` by a custom property: each selector with the names of both. */
export function colourRules(css: string): readonly { selector: string; color?: string; background?: string }[] {
  const rules = [...css.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/([^{}]+)\{([^{}]*)\}/g)]
  return rules.map(([, selector = '', body = '']) => {
    const [, color] = /(?:^|[\s;])color: var\(--([a-z-]+)\)/.exec(body) ?? []
    const [, background] = /(?:^|[\s;])background: var\(--([a-z-]+)\)/.exec(body) ?? []
    return { selector: selector.trim(), ...(color && { color }), ...(background && { background }) }
  })
}

/** From 1 to 21; text needs 4.5. */
export function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [one, other].map(luminance).toSorted((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

function luminance(colour: string): number {
  const hex = /^#(..)(..)(..)$/.exec(colour)?.slice(1) ?? assert.fail(`${colour} is not written as #rrggbb`)
  const [red = 0, green = 0, blue = 0] = hex
    .map((channel) => Number.parseInt(channel, 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
