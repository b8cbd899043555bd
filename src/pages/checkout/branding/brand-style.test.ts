import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, it } from 'node:test'
import { contrast, themeColours } from '../../../../test/support/checks/contrast.ts'
import { pageFonts } from '../../../merchants/rules/page-theme.ts'
import { backgrounds, brandColours, brandStyle, brandStyleName } from './brand-style.ts'

const folder = resolve(import.meta.dirname, '..', '..', '..', '..', 'web', 'checkout')
const colours = themeColours(readFileSync(resolve(folder, 'colours.css'), 'utf8'))

/** Every combination of six steps of red, green and blue. */
const steps = ['00', '33', '66', '99', 'cc', 'ff']
const palette = steps.flatMap((red) => steps.flatMap((green) => steps.map((blue) => `#${red}${green}${blue}`)))

describe("a merchant's colour", () => {
  it('is checked against the backgrounds that the pages have', () => {
    for (const scheme of ['light', 'dark'] as const) {
      const used = ['paper', 'paper-side', 'paper-low', 'field'].map((name) => colours.get(name)?.[scheme])
      assert.deepEqual([...new Set(used)].toSorted(), [...backgrounds[scheme]].toSorted())
    }
  })

  for (const scheme of ['light', 'dark'] as const)
    it(`has a contrast of at least 4.5 to 1 in ${scheme} pages, whatever it is`, () => {
      for (const colour of palette) {
        const brand = brandColours(colour, scheme)
        const pairs = [
          ...[...backgrounds[scheme], brand.accentSoft].map((background) => [brand.accent, background, 4.5] as const),
          ...backgrounds[scheme].map((background) => [brand.strongAccent, background, 7] as const),
          ...['ink', 'ink-soft', 'ink-faint'].map(
            (name) => [colours.get(name)?.[scheme] ?? '', brand.accentSoft, 4.5] as const,
          ),
          [brand.onFill, brand.fill, 4.5],
          [brand.onFill, brand.fillStrong, 4.5],
        ] as const
        for (const [text, background, least] of pairs) {
          const value = contrast(text, background)
          assert.ok(value >= least, `${colour}: ${text} on ${background} is ${value.toFixed(2)}`)
        }
      }
    })

  it('is kept where it can be read: on the button even if it is bright', () => {
    assert.equal(brandColours('#0a5cff', 'light').accent, '#0a5cff')
    const yellow = brandColours('#ffcc00', 'light')
    assert.deepEqual([yellow.fill, yellow.onFill], ['#ffcc00', '#000000'])
    assert.notEqual(yellow.accent, '#ffcc00', 'yellow links on white cannot be read')
    assert.notEqual(brandColours('#ffffff', 'light').fill, '#ffffff', 'a white button on white cannot be seen')
    assert.notEqual(brandColours('#000000', 'dark').fill, '#000000')
  })
})

describe("the style sheet of a merchant's pages", () => {
  it('has a name for each colour and font, and none for the look of the gateway itself', () => {
    assert.equal(brandStyleName({ colour: '#0a5cff', font: 'SERIF' }), '0a5cff-serif.css')
    assert.equal(brandStyleName({ colour: '#0a5cff' }), '0a5cff-default.css')
    assert.equal(brandStyleName({ font: 'MONO' }), 'default-mono.css')
    assert.equal(brandStyleName({ font: 'SYSTEM' }), undefined)
    assert.equal(brandStyleName({ scheme: 'dark' }), undefined)
  })

  it('exists for its own names only', () => {
    for (const font of pageFonts) {
      const name = brandStyleName({ colour: '#0a5cff', font })
      assert.match(brandStyle(name ?? '') ?? '', /--accent: light-dark\(#[0-9a-f]{6}, #[0-9a-f]{6}\)/)
    }
    for (const name of [
      '',
      'default-default.css',
      '0a5cff-default',
      '0A5CFF-default.css',
      '0a5cff-system.css',
      '0a5cff-comic.css',
      '0a5cff-serif.css/x',
      'red-serif.css',
      '0a5cff}*{color:red-serif.css',
    ])
      assert.equal(brandStyle(name), undefined, name)
  })

  it('has a font only where one was chosen', () => {
    assert.doesNotMatch(brandStyle('0a5cff-default.css') ?? '', /--letters/)
    assert.match(brandStyle('default-serif.css') ?? '', /^:root \{ --letters: Charter, .*, serif; \}\n$/)
  })
})
