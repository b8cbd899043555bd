// The answer to an address that does not exist: a page for browsers, the API's error for programs.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { reject } from '../../kernel/rejection.ts'
import { html } from '../html/html.ts'
import { permissionsPolicy } from './page-headers.ts'
import { sendPlainPage } from './plain-page.ts'
import { listenerKindOf } from './request-origin.ts'

export const nothingHere = reject('UNKNOWN_PATH', 'There is nothing at this path.')

const content = html`<h1>Page not found</h1>
<p>There is nothing at this address. It may be mistyped, or from an older release.</p>
<ul>
<li><a href="/docs">API reference</a><span>Operations, fields and guides; its search finds words in all of them</span></li>
<li><a href="/console">Console</a><span>Orders, refunds, webhooks and settings</span></li>
</ul>`

/** Browsers name HTML first; programs accept anything, or JSON. The listener for certificates has no pages. */
export function isBrowser({ headers, raw }: FastifyRequest): boolean {
  const listener = listenerKindOf(raw)
  return (listener === 'https' || listener === 'http') && (headers.accept ?? '').includes('text/html')
}

/** Addresses of the API answer in its language to everyone: what opens them is a program, or someone who writes one. */
export function wantsMissingPage(request: FastifyRequest): boolean {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  return isRead && isBrowser(request) && !/^\/(?:api|history)\//.test(request.url)
}

export function sendMissingPage(reply: FastifyReply): FastifyReply {
  reply.request.logFields['error'] = nothingHere.reason
  reply.code(404).header('vary', 'accept').headers(plainPageHeaders)
  return sendPlainPage(reply, { content })
}

export const plainPageHeaders: Readonly<Record<string, string>> = {
  'permissions-policy': permissionsPolicy,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}
