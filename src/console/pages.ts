// Serves the console's pages at /console: one page for every address below it, and the files that it loads.
import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuseMethod, sendRejection } from '../api/index.ts'
import { type Html, html } from '../platform/html/html.ts'
import { acceptsEncoding } from '../platform/http/cached-document.ts'
import { contentSecurityPolicy, permissionsPolicy } from '../platform/http/page-headers.ts'
import { sendPlainPage } from '../platform/http/plain-page.ts'
import { listenerKindOf } from '../platform/http/request-origin.ts'
import type { ConsoleBuild, ConsoleFile, ConsolePages } from './build/index.ts'

const paths = ['/console', '/console/*'] as const

const usualHeaders: Readonly<Record<string, string>> = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': permissionsPolicy,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

export interface ConsolePagesOptions {
  readonly consolePages: ConsolePages
}

export function consolePageRoutes(app: FastifyInstance, { consolePages }: ConsolePagesOptions): void {
  for (const path of paths) {
    app.get(path, async (request, reply) => {
      request.logFields['route'] = path
      const listener = listenerKindOf(request.raw)
      // Programs with certificates and those who gather figures have no business here.
      if (listener !== 'https' && listener !== 'http') return notFound(reply)
      return answer(request, reply, consolePages)
    })
    app.route({
      method: app.supportedMethods.filter((method) => method !== 'GET' && method !== 'HEAD'),
      url: path,
      // Before the body is read: it would be for nothing.
      async onRequest(request, reply) {
        request.logFields['route'] = path
        return sendRejection(reply, refuseMethod(request, reply, 'GET, HEAD'), { requestId: request.id })
      },
      handler: (_request, reply) => reply,
    })
  }
}

async function answer(request: FastifyRequest, reply: FastifyReply, pages: ConsolePages): Promise<FastifyReply> {
  const build = await pages.getBuild()
  if (build.kind !== 'BUILT') return sendUnavailablePage(reply.headers(usualHeaders), build)
  const name = (request.params as { readonly '*'?: string })['*'] ?? ''
  const file = build.files.get(name)
  // A file of another build: a page in its place would only puzzle.
  if (!file && name.startsWith('assets/')) return notFound(reply)
  request.logFields['result'] = 'SUCCESS'
  reply.headers(usualHeaders)
  return file ? sendFile(request, reply, name, file) : sendPage(reply, build.page)
}

function sendPage(reply: FastifyReply, page: string): FastifyReply {
  const nonce = randomBytes(16).toString('base64')
  return reply
    .header('cache-control', 'no-store')
    .header('content-security-policy', pagePolicy(nonce))
    .type('text/html;charset=UTF-8')
    .send(page.replace('%NONCE%', nonce))
}

function pagePolicy(nonce: string): string {
  return contentSecurityPolicy({
    'default-src': "'none'",
    'script-src': "'self'",
    // Components create some styles at run time; no others are allowed.
    'style-src': `'self' 'nonce-${nonce}'`,
    'img-src': "'self'",
    'connect-src': "'self'",
    // The hosted fields for the card of a manual payment.
    'frame-src': "'self'",
    'form-action': "'none'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
  })
}

function sendFile(request: FastifyRequest, reply: FastifyReply, name: string, file: ConsoleFile): FastifyReply {
  const accepted = request.headers['accept-encoding']
  const encoding = (['br', 'gzip'] as const).find((each) => acceptsEncoding(accepted, each))
  if (encoding) reply.header('content-encoding', encoding)
  return reply
    .header('vary', 'accept-encoding')
    .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
    .header(
      'cache-control',
      // The names of those in assets change with their content.
      name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
    )
    .type(file.contentType)
    .send(encoding === 'br' ? file.brotli : encoding === 'gzip' ? file.gzip : file.bytes)
}

function notFound(reply: FastifyReply): FastifyReply {
  reply.callNotFound()
  return reply
}

// The page at /console while the console is being built, or when it could not be.

type UnavailableBuild = Exclude<ConsoleBuild, { readonly kind: 'BUILT' }>

function messageOf(build: UnavailableBuild): Html {
  if (build.kind === 'BUILDING')
    return html`<h1>Building the console</h1>
<p>This takes a few seconds. The page reloads automatically, and payments are not affected.</p>
<i></i>`
  const { reason } = build
  return html`<h1>The console has not been built</h1>
${
  reason === undefined
    ? undefined
    : html`<p role="alert">The last build failed: ${reason}</p>
`
}<p>Run <code>npx tollgate console build</code> where the gateway is installed. Payments are not affected.</p>`
}

/** Reloads every two seconds, until the console is there. */
function sendUnavailablePage(reply: FastifyReply, build: UnavailableBuild): FastifyReply {
  return sendPlainPage(reply.code(503).header('retry-after', '2'), { content: messageOf(build), reloadSeconds: 2 })
}

/** Under overload; the header says when to try again. */
export function sendBusyPage(reply: FastifyReply): FastifyReply {
  const content = html`<h1>The console is busy</h1>
<p>The gateway has more to do than it can at the moment. The page reloads automatically in a few seconds.</p>`
  return sendPlainPage(reply.code(503), { content, reloadSeconds: Number(reply.getHeader('retry-after') ?? 5) })
}
