// The files of the reference: the page and its parts in web/docs, the choices and the decision records in docs.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..', '..')
const webFolder = resolve(root, 'web', 'docs')
const docsFolder = resolve(root, 'docs')

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css;charset=UTF-8',
  '.html': 'text/html;charset=UTF-8',
  '.js': 'text/javascript;charset=UTF-8',
  '.svg': 'image/svg+xml',
}

export interface WebFile {
  readonly contentType: string
  readonly text: string
}

export interface WebFiles {
  /** Changes whenever any of the files does: a part of their addresses, so that browsers may keep them for good. */
  readonly fingerprint: string
  readonly page: WebFile
  /** Everything but the page, by name. */
  readonly assets: ReadonlyMap<string, WebFile>
}

/** Read once, when the server is built: a gateway without its pages does not start. */
export function readWebFiles(): WebFiles {
  const files = new Map<string, WebFile>()
  const hash = createHash('sha256')
  const names = readdirSync(webFolder, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'))
  for (const name of names.toSorted()) {
    const contentType = contentTypes[extname(name)]
    if (!contentType) continue
    const text = readFileSync(resolve(webFolder, name), 'utf8')
    hash.update(`${name}\0${text}\0`)
    files.set(name, { contentType, text })
  }
  const fingerprint = hash.digest('hex').slice(0, 16)
  const page = files.get('index.html')
  if (!page) throw new Error(`there is no index.html in ${webFolder}`)
  files.delete('index.html')
  return { fingerprint, page: { ...page, text: pageText(page.text, fingerprint, [...files.keys()]) }, assets: files }
}

/** With preload links browsers fetch all modules at once, instead of one after the other. */
function pageText(template: string, fingerprint: string, names: readonly string[]): string {
  const modules = names.filter((name) => name.endsWith('.js') && name !== 'theme.js')
  const preloads = modules.map((name) => `<link rel="modulepreload" href="/docs/assets/{fingerprint}/${name}">`)
  return template.replace('<!-- {modules} -->', preloads.join('\n    ')).replaceAll('{fingerprint}', fingerprint)
}

/** Texts of the pages that fields refer to, by the references of the contract: `choices`, `adr/0021`. */
export function readDecisions(): ReadonlyMap<string, string> {
  const names = readdirSync(resolve(docsFolder, 'adr')).filter((name) => /^\d{4}-.*\.md$/.test(name))
  const records = names.map((name) => [`adr/${name.slice(0, 4)}`, `adr/${name}`] as const)
  const files = [['choices', 'choices.md'] as const, ...records]
  return new Map(files.map(([page, file]) => [page, readFileSync(resolve(docsFolder, file), 'utf8')]))
}
