// Every text of the console can be translated, and has its translation in every language, with the same values in it.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, it } from 'node:test'
import { parseAst } from 'vite'
import { statusSentences } from '../../../../src/search/rules/status-sentences.ts'
import { consoleLanguages } from '../../../../src/users/rules/preferences.ts'
import { codeTexts } from '../../../../test/support/fixtures/code-texts.ts'
import { readExplanations, settingTexts } from '../../../../test/support/fixtures/gateway-texts.ts'
import type { Texts } from './current-language.ts'

const folder = resolve(import.meta.dirname, '..')
const translators: ReadonlySet<string> = new Set(['t', 'tn', 'tx', 'english'])

/** Attributes and arguments that are no texts for people. */
const technical: ReadonlySet<string> = new Set([
  ...['className', 'style', 'styles', 'gridTemplateColumns', 'd', 'viewBox', 'transform', 'fontFamily', 'boxShadow'],
  ...['autoComplete', 'sandbox', 'allow', 'content', 'transition', 'key', 'rel', 'aria-keyshortcuts'],
])

/** Calls whose strings are selectors or conditions. */
const technicalCalls: ReadonlySet<string> = new Set([
  ...['matchMedia', 'useMediaQuery', 'querySelector', 'querySelectorAll', 'closest', 'matches'],
])

/** Drawings and fonts. */
const withoutTexts: ReadonlySet<string> = new Set(['parts/icon.tsx', 'theme.ts'].map((path) => join(path)))

/** The same in every language. */
const untranslated: ReadonlySet<string> = new Set([
  'Tollgate',
  '· Tollgate',
  'Mod+',
  'Visa',
  'Mastercard',
  'Apple Pay',
  'Google Pay',
  'English',
  'Deutsch',
  'Español',
  'Français',
  '-----BEGIN CERTIFICATE-----',
  '-----END CERTIFICATE-----',
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

/** In elements every word is a text; elsewhere what has several words, or begins like a sentence. */
function looksLikeText(text: string, type: string): boolean {
  if (!/[A-Za-z]{2}/.test(text) || text.startsWith('calc(')) return false
  return type === 'JSXText' || /\S\s+\S|^\s*[A-Z][a-z]+\W*$/.test(text)
}

function readSource(path: string): SourceFile {
  const source = readFileSync(join(folder, path), 'utf8')
  const keys: string[] = []
  const bare: string[] = []
  const imports: string[] = []
  const note = (node: Node, text: string) => {
    if (looksLikeText(text, node.type) && !untranslated.has(text.trim()))
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
    if (type === 'TSLiteralType') return
    // Errors are for developers, unless their text is translated.
    if (type === 'ThrowStatement') {
      const before = bare.length
      visit(node['argument'])
      bare.length = before
      return
    }
    // What is compared is not shown.
    if (type === 'BinaryExpression' && /^[!=]==$/.test(String(node['operator']))) return
    if (type === 'JSXAttribute' && technical.has(String((node['name'] as Node)['name']))) return
    if (type === 'Property' && technical.has(String((node['key'] as Node)['name']))) return
    if (type === 'CallExpression') {
      const { callee, arguments: given } = node as unknown as { callee: Node; arguments: readonly Node[] }
      const name = String(callee['name'] ?? (callee['property'] as Node | undefined)?.['name'])
      if (translators.has(name)) {
        const texts = given.slice(name === 'tn' ? 1 : 0, name === 'tn' ? 3 : 1)
        const last = texts.at(-1)
        if (last?.type === 'Literal') keys.push(String(last['value']))
        // A variable is fine: where its text is written, it is marked.
        else visit(last)
        for (const rest of given) if (!texts.includes(rest)) visit(rest)
        return
      }
      if (technicalCalls.has(name)) return
    }
    if ((type === 'Literal' || type === 'JSXText') && typeof value === 'string') note(node, value)
    if (type === 'TemplateElement') note(node, (value as { raw: string }).raw)
    for (const member of Object.values(node)) visit(member)
  }
  visit(parseAst(source, { lang: path.endsWith('x') ? 'tsx' : 'ts' }))
  return { path, keys, bare, imports }
}

const paths = (await Array.fromAsync(glob('**/*.{ts,tsx}', { cwd: folder }))).filter(
  (path) => !path.endsWith('.test.ts') && !path.startsWith(join('language', 'texts')) && !withoutTexts.has(path),
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
for (const text of settingTexts()) keysOf.get('links')?.add(text)
const { explanations, bareRefusals } = await readExplanations()
keysOf.set('statuses', new Set(Object.values(statusSentences).flatMap((bySubject) => Object.values(bySubject))))
for (const text of [...codeTexts, ...explanations]) keysOf.get('shared')?.add(text)

const valuesIn = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).toSorted()

async function textsOf(language: string, area: string): Promise<Texts> {
  return (await import(new URL(`./texts/${language}/${area}.ts`, import.meta.url).href)).texts
}

describe('the texts of the console', () => {
  it('of refusals have their values apart', () => {
    assert.deepEqual(bareRefusals, [])
  })

  it('are all given to the functions that translate them', () => {
    assert.deepEqual(
      sources.flatMap(({ bare }) => bare),
      [],
    )
  })

  for (const language of consoleLanguages.filter((each) => each !== 'en'))
    for (const area of [...keysOf.keys()].toSorted())
      it(`have a translation each: ${language}, ${area}`, async () => {
        const [shared, own] = await Promise.all([textsOf(language, 'shared'), textsOf(language, area)])
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

describe('a translation', () => {
  for (const language of consoleLanguages.filter((each) => each !== 'en'))
    it(`is the same on every page: ${language}`, async () => {
      const texts = await Promise.all([...keysOf.keys()].map((area) => textsOf(language, area)))
      const byKey = Map.groupBy(texts.flatMap(Object.entries<Texts[string]>), ([key]) => key)
      const different = [...byKey].filter(([, all]) => new Set(all.map(([, text]) => JSON.stringify(text))).size > 1)
      // What is loaded later would replace it on the pages before: where it means something else, the key says so after ||.
      assert.deepEqual(Object.fromEntries(different), {})
    })
})

describe('a page of the console', () => {
  const bySource = new Map(sources.map((source) => [source.path, source]))
  const registry = readFileSync(join(folder, 'pages.ts'), 'utf8')
  const registered = registry.matchAll(/page\(\s*\[([^\]]*)\],\s*\(\) => import\('\.\/([^']+)'\),\s*'(\w+)'/g)

  /** The areas of the files that it loads, with texts of their own. */
  function areasBehind(path: string, seen = new Set<string>()): ReadonlySet<string> {
    const source = bySource.get(path)
    if (!source || seen.has(path)) return new Set()
    seen.add(path)
    const behind = source.imports.flatMap((each) => [...areasBehind(each, seen)])
    return new Set(source.keys.length > 0 ? [areaOf(path), ...behind] : behind)
  }

  for (const [, areas = '', path = '', name = ''] of registered)
    it(`loads the texts of all that it shows: ${name}`, () => {
      const loaded: ReadonlySet<string> = new Set([
        'shared',
        ...[...areas.matchAll(/'([^']+)'/g)].map(([, area]) => area ?? ''),
      ])
      assert.deepEqual(
        [...areasBehind(join(path))].filter((area) => !loaded.has(area)),
        [],
      )
    })
})

/** A text of several pages may be in the shared ones. */
function isUsedTwice(key: string): boolean {
  return [...keysOf.values()].filter((keys) => keys.has(key)).length > 1
}
