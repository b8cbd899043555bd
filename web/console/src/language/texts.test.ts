// Every text of the console can be translated, and has its translation in every language, with the same values in it.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, it } from 'node:test'
import { parseAst } from 'vite'
import { consoleLanguages } from '../../../../src/domain/users/preferences.ts'
import type { Texts } from './text.ts'

const folder = resolve(import.meta.dirname, '..')
const translators: ReadonlySet<string> = new Set(['t', 'tn', 'tx', 'english'])

/** Attributes and arguments that are no texts for people. */
const technical: ReadonlySet<string> = new Set([
  ...['className', 'style', 'styles', 'gridTemplateColumns', 'd', 'viewBox', 'transform', 'fontFamily', 'boxShadow'],
  ...['autoComplete', 'sandbox', 'allow', 'content', 'transition', 'key', 'rel'],
])

/** The same in every language. */
const untranslated: ReadonlySet<string> = new Set([
  'Tollgate',
  'Visa',
  'Mastercard',
  'Apple Pay',
  'Google Pay',
  'English',
  'Deutsch',
  'Español',
  'Français',
  '-----BEGIN CERTIFICATE-----',
])

interface Node {
  readonly type: string
  readonly start: number
  readonly [member: string]: unknown
}

interface SourceFile {
  readonly path: string
  /** Texts as they are given to the functions of text.ts; of a count the form for many. */
  readonly keys: readonly string[]
  /** Texts that were given to none. */
  readonly bare: readonly string[]
  readonly imports: readonly string[]
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value
}

const looksLikeText = (text: string) => /\S\s+\S|^\s*[A-Z][a-z]+\W*$/.test(text) && /[A-Za-z]{2}/.test(text)

function readSource(path: string): SourceFile {
  const source = readFileSync(join(folder, path), 'utf8')
  const keys: string[] = []
  const bare: string[] = []
  const imports: string[] = []
  const note = (node: Node, text: string) => {
    if (looksLikeText(text) && !untranslated.has(text.trim()))
      bare.push(`${path}:${source.slice(0, node.start).split('\n').length}: ${text.trim()}`)
  }
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const one of node) visit(one)
    if (!isNode(node)) return
    const { type, value } = node
    if (type === 'ImportDeclaration' || type === 'ExportNamedDeclaration' || type === 'ImportExpression') {
      const { source: from } = node as { source?: Node | null }
      if (typeof from?.['value'] === 'string' && from['value'].startsWith('.') && node['importKind'] !== 'type')
        imports.push(relative(folder, resolve(folder, dirname(path), from['value'])))
      if (type !== 'ExportNamedDeclaration') return
    }
    if (type === 'TSLiteralType' || type === 'ThrowStatement') return
    if (type === 'JSXAttribute' && technical.has(String((node['name'] as Node)['name']))) return
    if (type === 'Property' && technical.has(String((node['key'] as Node)['name']))) return
    if (type === 'CallExpression') {
      const { callee, arguments: given } = node as unknown as { callee: Node; arguments: readonly Node[] }
      const name = String(callee['name'])
      if (translators.has(name)) {
        const texts = given.slice(name === 'tn' ? 1 : 0, name === 'tn' ? 3 : 1)
        const last = texts.at(-1)
        if (last?.type === 'Literal') keys.push(String(last['value']))
        // A variable is fine: where its text is written, it is marked.
        else visit(last)
        for (const rest of given) if (!texts.includes(rest)) visit(rest)
        return
      }
      if (name === 'matchMedia' || name === 'useMediaQuery') return
    }
    if ((type === 'Literal' || type === 'JSXText') && typeof value === 'string') note(node, value)
    if (type === 'TemplateElement') note(node, (value as { raw: string }).raw)
    for (const member of Object.values(node)) visit(member)
  }
  visit(parseAst(source, { lang: path.endsWith('x') ? 'tsx' : 'ts' }))
  return { path, keys, bare, imports }
}

const paths = (await Array.fromAsync(glob('**/*.{ts,tsx}', { cwd: folder }))).filter(
  (path) => !path.endsWith('.test.ts') && !path.startsWith(join('language', 'texts')),
)
const sources = paths.toSorted().map(readSource)

/** The folder of a page, or what all pages have in common. */
const areaOf = (path: string) => /^pages[\\/]([^\\/]+)[\\/]/.exec(path)?.[1] ?? 'shared'

const keysOf = new Map<string, Set<string>>()
for (const { path, keys } of sources) {
  const known = keysOf.get(areaOf(path)) ?? new Set()
  keysOf.set(areaOf(path), known)
  for (const key of keys) known.add(key)
}
for (const text of await explanations()) keysOf.get('shared')?.add(text)

/** What the gateway says when it refuses a request of the console. */
async function explanations(): Promise<readonly string[]> {
  const services = resolve(folder, '../../../src/http/console')
  const found: string[] = []
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const one of node) visit(one)
    if (!isNode(node)) return
    if (node.type === 'CallExpression' && (node['callee'] as Node)['name'] === 'consoleRefusal') {
      const [, , explanation] = node['arguments'] as readonly Node[]
      if (explanation?.type === 'Literal') found.push(String(explanation['value']))
    }
    for (const member of Object.values(node)) visit(member)
  }
  for await (const path of glob('**/*.ts', { cwd: services }))
    if (!path.endsWith('.test.ts')) visit(parseAst(readFileSync(join(services, path), 'utf8'), { lang: 'ts' }))
  return found
}

const valuesIn = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).toSorted()

describe('the texts of the console', () => {
  it('are all given to the functions that translate them', () => {
    assert.deepEqual(
      sources.flatMap(({ bare }) => bare),
      [],
    )
  })

  for (const language of consoleLanguages.filter((each) => each !== 'en'))
    for (const area of [...keysOf.keys()].toSorted())
      it(`have a translation each: ${language}, ${area}`, async () => {
        const load = async (name: string): Promise<Texts> =>
          (await import(new URL(`./texts/${language}/${name}.ts`, import.meta.url).href)).texts
        const shared = await load('shared')
        const own = area === 'shared' ? shared : await load(area)
        const keys = keysOf.get(area) ?? new Set()
        const missing = [...keys].filter((key) => !Object.hasOwn(own, key) && !Object.hasOwn(shared, key))
        const unused = Object.keys(own).filter((key) => !keys.has(key) && !(area === 'shared' && isUsedTwice(key)))
        const different = Object.entries(own).flatMap(([key, translated]) =>
          (typeof translated === 'string' ? [translated] : Object.values(translated))
            .filter((form) => typeof translated === 'string' || form.includes('{count}') || valuesIn(key).length > 1)
            .filter((form) => String(valuesIn(form)) !== String(valuesIn(key)))
            .map((form) => `${key}: ${form}`),
        )
        assert.deepEqual({ missing, unused, different }, { missing: [], unused: [], different: [] })
      })
})

/** A text of several pages may be in the shared ones. */
function isUsedTwice(key: string): boolean {
  return [...keysOf.values()].filter((keys) => keys.has(key)).length > 1
}
