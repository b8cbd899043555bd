// The files of the hosted fields: the library for merchants' pages, and the two pages that it shows in frames.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { integrityOf } from '../assets.ts'
import { classicScript } from '../library/classic-script.ts'

const folder = resolve(import.meta.dirname, '..', '..', '..', '..', 'web', 'checkout', 'fields')

export interface FieldFile {
  readonly contentType: string
  readonly bytes: Buffer
  readonly integrity: string
}

export const fieldFrames = ['controller', 'field'] as const
export type FieldFrame = (typeof fieldFrames)[number]

export interface FieldFiles {
  /** session.js, as one file. */
  readonly library: string
  readonly fingerprint: string
  /** Scripts and styles of the frames, by name. */
  readonly assets: ReadonlyMap<string, FieldFile>
  /** Which of them each frame uses. */
  readonly parts: Readonly<Record<FieldFrame, readonly string[]>>
  readonly pages: Readonly<Record<FieldFrame, string>>
}

export const fieldAssetsPath = '/form/assets'

/** Read once, when the server is built: a gateway without them does not start. */
export function readFieldFiles(): FieldFiles {
  const modules = { controller: modulesOf('controller.js'), field: modulesOf('field.js') }
  const style = 'field.css'
  const names = [...new Set([...modules.controller, ...modules.field, style])].toSorted()
  const assets = new Map(names.map((name) => [name, fileCalled(name)]))
  const hash = createHash('sha256')
  for (const [name, { bytes }] of assets) hash.update(`${name}\0`).update(bytes).update('\0')
  const fingerprint = hash.digest('hex').slice(0, 16)

  const reference = (name: string) =>
    `="${fieldAssetsPath}/${fingerprint}/${name}" integrity="${assets.get(name)?.integrity ?? ''}"`
  const head = ([entry = '', ...more]: readonly string[], title: string) =>
    [
      '<!doctype html>',
      '<html lang="en">',
      '<head>',
      '<meta charset="utf-8">',
      `<title>${title}</title>`,
      ...more.map((name) => `<link rel="modulepreload" href${reference(name)}>`),
      `<script type="module" src${reference(entry)}></script>`,
    ].join('\n')
  return {
    library: classicScript(resolve(folder, 'session.js')),
    fingerprint,
    assets,
    parts: { controller: modules.controller, field: [...modules.field, style] },
    pages: {
      controller: `${head(modules.controller, 'Payment fields')}\n</head>\n<body></body>\n</html>\n`,
      field: `${head(modules.field, 'Payment field')}\n<link rel="stylesheet" href${reference(style)}>
</head>
<body><form autocomplete="on"><p id="message" role="alert"></p></form></body>\n</html>\n`,
    },
  }
}

/** The module and everything it imports, itself first. */
function modulesOf(entry: string, seen: ReadonlySet<string> = new Set()): readonly string[] {
  const found = new Set([...seen, entry])
  const text = readFileSync(resolve(folder, entry), 'utf8')
  for (const [, name = ''] of text.matchAll(/^import .* from '\.\/([^']+)'$/gm))
    if (!found.has(name)) for (const each of modulesOf(name, found)) found.add(each)
  return [...found]
}

function fileCalled(name: string): FieldFile {
  const bytes = readFileSync(resolve(folder, name))
  const contentType = name.endsWith('.css') ? 'text/css;charset=UTF-8' : 'text/javascript;charset=UTF-8'
  return { contentType, bytes, integrity: integrityOf(bytes) }
}
