// The colours of the payer's pages, light and dark: all text has sufficient contrast with its background.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, it } from 'node:test'
import { colourRules, contrast, type Scheme, themeColours } from '../../../../test/support/checks/contrast.ts'

const folder = resolve(import.meta.dirname, '..', '..', '..', '..', 'web', 'checkout')
const read = (name: string) => readFileSync(resolve(folder, name), 'utf8')
const colours = themeColours(read('colours.css'))
const rules = colourRules(`${read('page.css')}${read('form.css')}${read('wallets.css')}`)

/** The foregrounds on each background: as the rules of the style sheets overlap on the pages. */
const textOn: Readonly<Record<string, readonly string[]>> = {
  paper: ['ink', 'ink-soft', 'ink-faint', 'accent', 'red'],
  'paper-side': ['ink', 'ink-soft', 'ink-faint', 'accent'],
  'paper-low': ['ink', 'ink-soft', 'ink-faint', 'accent'],
  field: ['ink', 'ink-soft', 'ink-faint', 'accent', 'red'],
  'accent-soft': ['ink', 'ink-soft', 'ink-faint', 'accent'],
  'red-soft': ['ink', 'ink-soft', 'red'],
  'amber-soft': ['amber'],
  'green-soft': ['green'],
  fill: ['on-fill'],
  'fill-strong': ['on-fill'],
  ink: ['paper'],
}

function contrastOf(text: string, background: string, scheme: Scheme): number {
  const [above, below] = [colours.get(text), colours.get(background)]
  assert.ok(above && below, `${text} on ${background} is not in colours.css`)
  return contrast(above[scheme], below[scheme])
}

describe("the colours of the payer's pages", () => {
  it('are all covered: every text and every background colour in the style sheets', () => {
    const backgrounds = new Set(rules.flatMap(({ background = [] }) => background))
    assert.deepEqual([...backgrounds].toSorted(), Object.keys(textOn).toSorted())
    const texts = new Set(rules.flatMap(({ color = [] }) => color))
    assert.deepEqual([...texts].toSorted(), [...new Set(Object.values(textOn).flat())].toSorted())
    for (const { selector, color, background } of rules)
      if (color && background) assert.ok(textOn[background]?.includes(color), selector)
  })

  for (const scheme of ['light', 'dark'] as const) {
    it(`have a contrast of at least 4.5 to 1 in ${scheme} pages`, () => {
      for (const [background, texts] of Object.entries(textOn))
        for (const text of texts) {
          const value = contrastOf(text, background, scheme)
          assert.ok(value >= 4.5, `${text} on ${background}: ${value.toFixed(2)}`)
        }
    })
  }
})
