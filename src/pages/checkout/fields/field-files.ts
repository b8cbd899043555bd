// The files of the hosted fields: the library for merchants' pages, and the two pages that it shows in frames.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import {
  contentSecurityPolicy,
  originsOnly,
  permissionsPolicy,
  plainHeaders,
  reportsPath,
} from '../../../platform/http/page-headers.ts'
import { integrityOf } from '../assets.ts'
import { classicScript } from '../library/classic-script.ts'

const folder = resolve(import.meta.dirname, '..', '..', '..', '..', 'web', 'checkout', 'fields')

export interface FieldFile {
  readonly contentType: string
  readonly bytes: Buffer
  readonly integrity: string
}

export const fieldFrames = ['controller', 'field'] as const
type FieldFrame = (typeof fieldFrames)[number]

interface FieldFiles {
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
  const modules = new Set([...seen, entry])
  const text = readFileSync(resolve(folder, entry), 'utf8')
  for (const [, name = ''] of text.matchAll(/^import .* from '\.\/([^']+)'$/gm))
    if (!modules.has(name)) for (const each of modulesOf(name, modules)) modules.add(each)
  return [...modules]
}

function fileCalled(name: string): FieldFile {
  const bytes = readFileSync(resolve(folder, name))
  const contentType = name.endsWith('.css') ? 'text/css;charset=UTF-8' : 'text/javascript;charset=UTF-8'
  return { contentType, bytes, integrity: integrityOf(bytes) }
}

// The security headers of the frames of hosted fields.

/** Developers test on their own machine without TLS, with merchants that move no money. */
const localOrigins = ['http://localhost:*', 'http://127.0.0.1:*']

/**
 * Merchants' pages everywhere show these frames. A frame shows only an empty field, and what is typed goes into the
 * session and nowhere else: an unknown site that shows one can make a payer fill a session, and learns no more than
 * brand and length. Where the operator knows the merchant's origins, only they may show them. The gateway's own origin
 * always may: console users make manual payments there, and in the sandbox it has no TLS. Browsers apply this to every
 * page around a frame, therefore a page that frames the gateway's own has to be one of them as well.
 */
export function fieldFrameHeaders(
  frame: FieldFrame,
  { merchantId, origins }: { readonly merchantId: string; readonly origins: readonly string[] },
): Readonly<Record<string, string>> {
  const merchantOrigins = originsOnly(origins)
  const anyone = ['https:', ...(merchantId.startsWith('TEST') ? localOrigins : [])]
  return {
    ...plainHeaders,
    'content-security-policy': contentSecurityPolicy({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self'",
      // What is typed into a field cannot leave its document by the network at all; only the controller connects to the
      // gateway.
      'connect-src': frame === 'controller' ? "'self'" : "'none'",
      'form-action': "'none'",
      'base-uri': "'none'",
      'frame-ancestors': ["'self'", ...(merchantOrigins.length > 0 ? merchantOrigins : anyone)].join(' '),
      'require-trusted-types-for': "'script'",
      'trusted-types': "'none'",
      'report-uri': reportsPath,
    }),
    'cross-origin-resource-policy': 'cross-origin',
    'permissions-policy': permissionsPolicy,
    'cache-control': 'no-cache',
  }
}
