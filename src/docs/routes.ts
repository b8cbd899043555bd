// The interactive reference: its page, its parts, and the documents it is made from. Public, in production too.

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, resolve } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { parseVersion, refuseMethod, sendRejection, unknownVersion } from '../api/index.ts'
import { versions } from '../contract/operation.ts'
import { type CachedDocument, cacheByKey, cacheDocument, sendDocument } from '../platform/http/cached-document.ts'
import { catalogue } from '../requests/index.ts'
import { guideList, readGuides, sectionsOf } from './guides.ts'
import { openApiDocument } from './openapi.ts'
import { referenceDocument } from './reference.ts'

interface DocsOptions {
  readonly gatewayVersion: string
}

const securityHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/** Cached by browsers, but revalidated each time; mostly the answer is 304. */
const revalidated = 'no-cache'
/** The address changes with the content. */
const keptForGood = 'public, max-age=31536000, immutable'

const json = 'application/json;charset=UTF-8'
const markdown = 'text/markdown;charset=UTF-8'

export function docsRoutes(app: FastifyInstance, { gatewayVersion }: DocsOptions): void {
  const { fingerprint, page, assets } = readWebFiles()
  const decisions = readDecisions()
  const guides = readGuides()
  const keptPage = cacheByKey(() => cacheDocument(page.contentType, page.text))
  const keptAsset = cacheByKey(({ contentType, text }: typeof page) => cacheDocument(contentType, text))
  const keptText = cacheByKey((text: string) => cacheDocument(markdown, text))

  serve(app, '/docs', async (request, reply) => send(request, reply, await keptPage('page')))

  serve(app, '/docs/assets/:fingerprint/*', async (request, reply) => {
    const asset = assets.get(parameter(request, '*'))
    if (!asset) return notFound(reply)
    // While processes of two releases run side by side, the page of one may ask the other for its parts.
    const isOurs = parameter(request, 'fingerprint') === fingerprint
    return send(request, reply, await keptAsset(asset), isOurs ? keptForGood : revalidated)
  })

  const documents = {
    openapi: (version: number) => openApiDocument(version, gatewayVersion),
    reference: (version: number) => referenceDocument(version, gatewayVersion),
  }
  for (const [name, build] of Object.entries(documents)) {
    const cachedDocument = cacheByKey(async (version: number) =>
      cacheDocument(json, JSON.stringify(await build(version))),
    )
    serve(app, `/docs/${name}/:file`, async (request, reply) => {
      const [, text] = /^(.*)\.json$/s.exec(parameter(request, 'file')) ?? []
      if (text === undefined) return notFound(reply)
      const version = parseVersion(text)
      if (version === undefined) return sendRejection(reply, unknownVersion(text), { requestId: request.id })
      // Client generators and third-party viewers read these from any origin.
      reply.header('access-control-allow-origin', '*')
      return send(request, reply, await cachedDocument(version))
    })
  }

  const sendText = async (request: FastifyRequest, reply: FastifyReply, text: string | undefined) =>
    text === undefined ? notFound(reply) : send(request, reply, await keptText(text))
  const nameIn = (request: FastifyRequest) => parameter(request, 'file').replace(/\.md$/, '')
  serve(app, '/docs/choices.md', (request, reply) => sendText(request, reply, decisions.get('choices')))
  serve(app, '/docs/adr/:file', (request, reply) => sendText(request, reply, decisions.get(`adr/${nameIn(request)}`)))
  serve(app, '/docs/guides/:file', (request, reply) => sendText(request, reply, guides.get(nameIn(request))))

  const sections = [...guides].flatMap(([name, text]) => sectionsOf(name, text))
  const keptSections = cacheByKey(() => cacheDocument(json, JSON.stringify(sections)))
  serve(app, '/docs/guides.json', async (request, reply) => send(request, reply, await keptSections('sections')))

  const answer = async (request: FastifyRequest, reply: FastifyReply, version: string, rest: string) => {
    const address = findPage(version, rest, decisions)
    if (!address) return notFound(reply)
    if (address.kind === 'PAGE') return send(request, reply, await keptPage('page'))
    request.logFields['result'] = 'SUCCESS'
    return reply.headers(securityHeaders).header('cache-control', revalidated).redirect(address.path, 302)
  }
  serve(app, '/docs/:page', (request, reply) => {
    const page = parameter(request, 'page')
    return /^\d+$/.test(page) ? answer(request, reply, page, '') : answer(request, reply, '', page)
  })
  serve(app, '/docs/:page/*', (request, reply) =>
    answer(request, reply, parameter(request, 'page'), parameter(request, '*')),
  )
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

function serve(app: FastifyInstance, url: string, handler: Handler): void {
  app.get(url, async (request, reply) => {
    request.logFields['route'] = url
    return handler(request, reply)
  })
  app.route({
    method: app.supportedMethods.filter((method) => method !== 'GET' && method !== 'HEAD'),
    url,
    // Before the body is read: it would be for nothing.
    async onRequest(request, reply) {
      return sendRejection(reply, refuseMethod(request, reply, 'GET, HEAD'), { requestId: request.id })
    },
    handler: (_request, reply) => reply,
  })
}

function send(request: FastifyRequest, reply: FastifyReply, document: CachedDocument, caching = revalidated) {
  request.logFields['result'] = 'SUCCESS'
  reply.headers(securityHeaders).header('cache-control', caching)
  return sendDocument(request, reply, document)
}

function notFound(reply: FastifyReply): FastifyReply {
  reply.callNotFound()
  return reply
}

function parameter({ params }: FastifyRequest, name: string): string {
  return (params as Readonly<Record<string, string>>)[name] ?? ''
}

// The files of the reference: the page and its parts in web/docs, the choices and the decision records in docs.

const root = resolve(import.meta.dirname, '..', '..')
const webFolder = resolve(root, 'web', 'docs')
const docsFolder = resolve(root, 'docs')

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css;charset=UTF-8',
  '.html': 'text/html;charset=UTF-8',
  '.js': 'text/javascript;charset=UTF-8',
  '.svg': 'image/svg+xml',
}

interface WebFile {
  readonly contentType: string
  readonly text: string
}

interface WebFiles {
  /** Changes whenever any of the files does: a part of their addresses, so that browsers may keep them for good. */
  readonly fingerprint: string
  readonly page: WebFile
  /** Everything but the page, by name. */
  readonly assets: ReadonlyMap<string, WebFile>
}

/** Read once, when the server is built: a gateway without its pages does not start. */
function readWebFiles(): WebFiles {
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
function readDecisions(): ReadonlyMap<string, string> {
  const names = readdirSync(resolve(docsFolder, 'adr')).filter((name) => /^\d{4}-.*\.md$/.test(name))
  const records = names.map((name) => [`adr/${name.slice(0, 4)}`, `adr/${name}`] as const)
  const files = [['choices', 'choices.md'] as const, ...records]
  return new Map(files.map(([page, file]) => [page, readFileSync(resolve(docsFolder, file), 'utf8')]))
}

// Addresses of the reference: /docs/100/pay and /docs/100/guides/test-cards are pages; /docs/pay, /docs/61/CAPTURE and /docs/test-cards
// are easy to write and to send, and lead to them.

type DocsAddress = { readonly kind: 'PAGE' } | { readonly kind: 'ELSEWHERE'; readonly path: string }

/** Undefined where there is no such page. `rest` follows the version; `decisions` are the pages that fields refer to. */
function findPage(versionText: string, rest: string, decisions: ReadonlyMap<string, string>): DocsAddress | undefined {
  const version = versionText === '' ? versions.newest : parseVersion(versionText)
  if (version === undefined) return undefined
  const [first = '', second = '', ...more] = rest.split('/')
  const page: DocsAddress | undefined = versionText === '' ? undefined : { kind: 'PAGE' }
  if (first === '') return page
  if (first === 'guides') return guideList.some(({ name }) => name === second) && more.length < 2 ? page : undefined
  if (first === 'choices' || first === 'adr') return decisions.has(rest) ? page : undefined
  const name = first.toLowerCase().replaceAll('_', '-')
  const elsewhere = (path: string): DocsAddress => ({ kind: 'ELSEWHERE', path: `/docs/${version}/${path}` })
  if (catalogue.some((operation) => operation.name === name.toUpperCase().replaceAll('-', '_'))) {
    if (!isSide(second, more)) return undefined
    return name === first && page ? page : elsewhere([name, second, ...more].filter(Boolean).join('/'))
  }
  const guide = second === '' && guideList.find((each) => each.name === name)
  return guide ? elsewhere(`guides/${guide.name}`) : undefined
}

/** What follows an operation: a side of it, and perhaps a field. */
function isSide(side: string, more: readonly string[]): boolean {
  return side === '' ? more.length === 0 : ['request', 'answer'].includes(side) && more.length < 2
}
