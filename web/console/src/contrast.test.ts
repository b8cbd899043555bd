// Text in the theme's colours is readable in light and in dark mode: at least 4.5 to 1 (WCAG AA) for every pair of text and
// background that the console uses. What is not listed here, but named in a source, fails.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import {
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  defaultVariantColorsResolver,
  mergeMantineTheme,
} from '@mantine/core'
import { colourOf } from './format/status.ts'
import { theme as ours } from './theme.ts'

const here = import.meta.dirname
const theme = mergeMantineTheme(DEFAULT_THEME, ours)
const required = 4.5
const schemes = ['light', 'dark'] as const
type Scheme = (typeof schemes)[number]

/** The theme's colours that sources name; `blue` and others come by the tone of a status. */
const colours = [...new Set([...Object.values(colourOf), 'gate', 'red', 'gray', 'yellow'])]
const variants = ['filled', 'light', 'subtle', 'default']

/** Of buttons; the others are of alerts and badges, which do not change below the pointer. */
const pressed = ['gate', 'red', 'gray']

/** What text stands on. */
const papers = ['var(--paper)', 'var(--paper-side)', 'var(--mantine-color-body)']

/** Of the stylesheets and of the library, beside those of the variants. */
const pairs: readonly (readonly [text: string, background: string])[] = [
  ...[
    'var(--mantine-color-text)',
    'var(--mantine-color-dimmed)',
    'var(--mantine-color-anchor)',
    'var(--mantine-color-error)',
    'var(--ink-soft)',
    'var(--ink-faint)',
    'var(--accent)',
  ].flatMap((text) => papers.map((paper) => [text, paper] as const)),
  // A row below the pointer, what is chosen in the navigation.
  ['var(--mantine-color-text)', 'var(--accent-soft)'],
  ['var(--mantine-color-dimmed)', 'var(--accent-soft)'],
  ['var(--mantine-color-anchor)', 'var(--accent-soft)'],
  ['var(--accent)', 'var(--accent-soft)'],
  // An entry of a menu, a list or the navigation below the pointer.
  ['var(--mantine-color-text)', 'light-dark(var(--mantine-color-gray-0), var(--mantine-color-dark-6))'],
  // The text of an alert, whichever its colour.
  ...colours.map(
    (colour) =>
      [
        'light-dark(var(--mantine-color-black), var(--mantine-color-white))',
        `var(--mantine-color-${colour}-light)`,
      ] as const,
  ),
  // A choice among a few: chosen, and not.
  [
    'light-dark(var(--mantine-color-black), var(--mantine-color-white))',
    'light-dark(var(--mantine-color-white), var(--mantine-color-dark-5))',
  ],
  [
    'light-dark(var(--mantine-color-gray-7), var(--mantine-color-dark-1))',
    'light-dark(var(--mantine-color-gray-1), var(--mantine-color-dark-8))',
  ],
  // A chosen one of several in a field.
  [
    'light-dark(var(--mantine-color-black), var(--mantine-color-dark-0))',
    'light-dark(var(--mantine-color-gray-1), var(--mantine-color-dark-7))',
  ],
  // A notification, and a tooltip.
  [
    'light-dark(var(--mantine-color-black), var(--mantine-color-dark-0))',
    'light-dark(var(--mantine-color-white), var(--mantine-color-dark-6))',
  ],
  [
    'light-dark(var(--mantine-color-white), var(--mantine-color-black))',
    'light-dark(var(--mantine-color-gray-9), var(--mantine-color-gray-2))',
  ],
]

const stylesheets = globSync('**/*.css', { cwd: here }).map((name) => readFileSync(join(here, name), 'utf8'))
const sources = globSync('**/*.tsx', { cwd: here }).map((name) => readFileSync(join(here, name), 'utf8'))

interface Rule {
  readonly selector: string
  readonly declarations: ReadonlyMap<string, string>
}

const rules: readonly Rule[] = stylesheets.flatMap((text) =>
  [...text.replaceAll(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{};]+)\{([^{}]*)\}/g)].map(
    ([, selector = '', body = '']) => ({
      selector: selector.trim(),
      declarations: new Map(
        body
          .split(';')
          .filter((each) => each.includes(':'))
          .map((each) => [each.slice(0, each.indexOf(':')).trim(), each.slice(each.indexOf(':') + 1).trim()] as const),
      ),
    }),
  ),
)

/** Made once: a thousand colours are looked up in them. */
const variables: Readonly<Record<Scheme, ReadonlyMap<string, string>>> = {
  light: variablesOf('light'),
  dark: variablesOf('dark'),
}

function variablesOf(scheme: Scheme): ReadonlyMap<string, string> {
  const resolved = defaultCssVariablesResolver(theme)
  const own = rules.filter(
    ({ selector }) => selector === ':root' || selector === `:root[data-mantine-color-scheme="${scheme}"]`,
  )
  return new Map([
    ...Object.entries({ ...resolved.variables, ...resolved[scheme] }),
    ...own.flatMap(({ declarations }) => [...declarations]),
  ])
}

type Colour = readonly [red: number, green: number, blue: number, alpha: number]

function colourIn(text: string, scheme: Scheme): Colour {
  const inScheme = (each: string): Colour => colourIn(each, scheme)
  const value = text.trim()
  if (value === 'transparent') return [0, 0, 0, 0]
  const named = /^var\((--[\w-]+)\)$/.exec(value)?.[1]
  if (named) return inScheme(variables[scheme].get(named) ?? assert.fail(`there is no ${named}`))
  const both = /^light-dark\(((?:[^(),]|\([^)]*\))+),((?:[^(),]|\([^)]*\))+)\)$/.exec(value)
  if (both) return inScheme(both[scheme === 'light' ? 1 : 2] ?? '')
  const parts = /^rgba?\(([^)]+)\)$/.exec(value)?.[1]?.split(',').map(Number)
  if (parts) return [parts[0] ?? 0, parts[1] ?? 0, parts[2] ?? 0, parts[3] ?? 1]
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(value)?.[1] ?? assert.fail(`${value} is no colour`)
  const long = hex.length === 3 ? hex.replaceAll(/./g, '$&$&') : hex
  const at = (place: number) => Number.parseInt(long.slice(place, place + 2), 16)
  return [at(0), at(2), at(4), 1]
}

function over([red, green, blue, alpha]: Colour, below: Colour): Colour {
  const mixed = (upper: number, lower: number) => upper * alpha + lower * (1 - alpha)
  return [mixed(red, below[0]), mixed(green, below[1]), mixed(blue, below[2]), 1]
}

/** By the definition of WCAG 2. */
function luminance([red, green, blue]: Colour): number {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((each) => {
    const share = each / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(text: string, background: string, scheme: Scheme, paper = 'var(--paper)'): number {
  const behind = over(colourIn(background, scheme), colourIn(paper, scheme))
  const [darker = 0, lighter = 0] = [luminance(over(colourIn(text, scheme), behind)), luminance(behind)].toSorted(
    (a, b) => a - b,
  )
  return (lighter + 0.05) / (darker + 0.05)
}

function assertReadable(text: string, background: string, scheme: Scheme, paper?: string): void {
  const found = contrast(text, background, scheme, paper)
  assert.ok(found >= required, `${text} on ${background}: ${found.toFixed(2)}`)
}

describe('the contrast of text', () => {
  it('is computed as WCAG defines it', () => {
    assert.equal(contrast('#000', '#fff', 'light').toFixed(2), '21.00')
    assert.equal(contrast('#777', '#fff', 'light').toFixed(2), '4.48')
    assert.equal(contrast('rgba(0, 0, 0, 0.5)', '#fff', 'light', '#000').toFixed(2), '3.98')
  })

  for (const scheme of schemes) {
    it(`is enough in ${scheme} mode where the theme’s colours meet`, () => {
      for (const [text, background] of pairs) assertReadable(text, background, scheme)
    })

    it(`is enough in ${scheme} mode in components of every variant and colour that sources name`, () => {
      for (const variant of variants)
        for (const color of variant === 'filled' ? ['gate', 'red'] : colours) {
          const made = defaultVariantColorsResolver({ color, theme, variant })
          for (const paper of papers) assertReadable(made.color, made.background, scheme, paper)
          if (pressed.includes(color)) assertReadable(made.hoverColor ?? made.color, made.hover, scheme)
        }
    })

    it(`is enough in ${scheme} mode wherever a stylesheet sets it`, () => {
      let found = 0
      for (const { selector, declarations } of rules) {
        const [text, background] = [declarations.get('color'), declarations.get('background')]
        if (text === undefined || text === 'inherit') continue
        found += 1
        for (const paper of background === undefined ? papers : [background]) assertReadable(text, paper, scheme)
        assert.ok(selector)
      }
      assert.ok(found > 15, `${found} rules have a colour`)
    })
  }
})

describe('the colours that sources name', () => {
  const named = (pattern: RegExp) =>
    new Set(
      sources.flatMap((text) => [...text.matchAll(pattern)].flatMap(([all]) => all.match(/'[^']+'|"[^"]+"/g) ?? [])),
    )

  it('are those whose contrast is tested', () => {
    // Bars of charts, which have no text on them.
    const drawn = ['red.5', 'yellow.6', 'var(--drawn-good)']
    const known = [...colours, ...drawn].flatMap((each) => [`'${each}'`, `"${each}"`])
    const used = named(/\bcolor=("[^"]+"|\{[^}]*'[^}]*\})|\bcolor: '[^']+'/g)
    const unknown = [...used].filter((each) => !known.includes(each) && !/^'[A-Z_]+'$/.test(each))
    assert.deepEqual(unknown, [])
    assert.deepEqual([...named(/\b(c|bg)="[^"]+"/g)], ['"dimmed"'])
  })

  it('are in variants whose contrast is tested', () => {
    const used = named(/\bvariant=("[^"]+"|\{[^}]*'[^}]*\})/g)
    assert.deepEqual(
      [...used].filter((each) => !variants.includes(each.slice(1, -1))),
      [],
    )
  })
})
