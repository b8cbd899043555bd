// The list of the components' styles is kept by hand, to be small; this finds out when one is missing, or for nothing.
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { it } from 'node:test'

const here = import.meta.dirname
const library = resolve(here, '..', '..', '..', 'node_modules', '@mantine', 'core')
const parts = join(library, 'esm', 'components')
const imported = /import \{([^}]*)\} from ["']@mantine\/core["']/g
const always = ['baseline', 'default-css-variables', 'global']

/** The components that a text imports from the library, by name. */
function namesIn(text: string): readonly string[] {
  return [...text.matchAll(imported)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim().split(' ')[0] ?? ''),
  )
}

/** The components that stand behind some, themselves included. */
function behind(names: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>()
  const visit = (file: string): void => {
    if (seen.has(file) || !existsSync(file)) return
    seen.add(file)
    for (const [, from = ''] of readFileSync(file, 'utf8').matchAll(/from "(\.[^"]+)"/g))
      visit(join(dirname(file), from))
  }
  for (const name of names) visit(join(parts, name, `${name}.mjs`))
  // Some live inside of another's folder, some among what several use.
  return new Set([...seen].flatMap((file) => file.slice(library.length).split('/')))
}

it('has the styles of every component that a page shows, in the library’s order, and no others', () => {
  const ours = globSync('**/*.{ts,tsx}', { cwd: here }).filter((name) => !name.endsWith('.test.ts'))
  const others = ['charts', 'notifications'].flatMap((name) =>
    // Of the charts only those that are drawn.
    globSync(name === 'charts' ? 'esm/{BarChart,ChartLegend,ChartTooltip,utils}/**/*.mjs' : 'esm/**/*.mjs', {
      cwd: join(library, '..', name),
    }).map((file) => join(library, '..', name, file)),
  )
  const texts = [...ours.map((name) => join(here, name)), ...others].map((file) => readFileSync(file, 'utf8'))
  const shown = behind(texts.flatMap(namesIn))
  const whole = readFileSync(join(library, 'styles.css'), 'utf8')
  const placeOf = (name: string) =>
    whole.indexOf(
      readFileSync(join(library, 'styles', `${name}.css`), 'utf8')
        .trim()
        .slice(0, 200),
    )
  const expected = [...shown]
    .filter((name) => existsSync(join(library, 'styles', `${name}.css`)))
    .toSorted((a, b) => placeOf(a) - placeOf(b))
  const listed = [...readFileSync(join(here, 'components.css'), 'utf8').matchAll(/core\/styles\/([\w-]+)\.css/g)]
  assert.deepEqual(
    listed.map(([, name]) => name),
    [...always, ...expected],
  )
})
