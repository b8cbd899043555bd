// The interactive reference: its page, its parts, and the documents it is made from. Public, in production too.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { parseVersion, refuseMethod, unknownVersion } from '../api/routes.ts'
import { sendRejection } from '../api/write-response.ts'
import { type CachedDocument, cacheByKey, cacheDocument, sendDocument } from '../platform/http/cached-document.ts'
import { readDecisions, readWebFiles } from './files.ts'
import { sectionsOf } from './guide-sections.ts'
import { readGuides } from './guides.ts'
import { openApiDocument } from './openapi.ts'
import { findPage } from './page-addresses.ts'
import { referenceDocument } from './reference.ts'

export interface DocsOptions {
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
