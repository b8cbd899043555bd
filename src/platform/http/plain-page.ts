// A page that needs no file besides itself: notices, and the page at the root.
import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { reject } from '../../kernel/rejection.ts'
import { type Html, html, textOfHtml } from '../html/html.ts'
import { contentSecurityPolicy, permissionsPolicy } from './page-headers.ts'
import { listenerKindOf } from './request-origin.ts'

/** In the console's colours. */
const looks = `
:root { color-scheme: light dark; --ink: light-dark(#0f191d, #edf2f3); --soft: light-dark(#46555d, #b3c0c6);
  --paper: light-dark(#fff, #12181b); --side: light-dark(#f4f6f6, #0c1113); --line: light-dark(#e1e7e8, #283339);
  --accent: light-dark(#0a6a5c, #5fd8be) }
body { margin: 0; min-height: 100dvh; display: grid; place-items: center; color: var(--ink); background: var(--side);
  font: 1rem/1.55 system-ui, sans-serif }
main { box-sizing: border-box; width: min(26rem, 100vw - 2rem); padding: 2rem; background: var(--paper);
  border: 1px solid var(--line); border-radius: .75rem }
b { color: var(--accent) }
h1 { margin: .75rem 0 .5rem; font-size: 1.375rem; line-height: 1.3 }
a { color: var(--accent) }
ul { margin: 1.25rem 0 0; padding: 0; list-style: none }
li { padding: .75rem 0; border-top: 1px solid var(--line) }
li a { font-weight: 600 }
li span { display: block; color: var(--soft) }
p { margin: 0 0 .75rem; color: var(--soft); overflow-wrap: anywhere }
code { color: var(--ink); overflow-wrap: anywhere }
i { display: block; height: .25rem; margin-top: 1.5rem; overflow: hidden; border-radius: 1rem; background: var(--line) }
i::after { content: ''; display: block; width: 40%; height: 100%; border-radius: 1rem; background: var(--accent);
  animation: going 1.6s ease-in-out infinite alternate }
@keyframes going { from { transform: translateX(-10%) } to { transform: translateX(160%) } }
@media (prefers-reduced-motion: reduce) { i::after { animation: none } }`

interface PlainPage {
  readonly content: Html
  /** After which the browser loads the page again. */
  readonly reloadSeconds?: number
}

export function sendPlainPage(reply: FastifyReply, { content, reloadSeconds }: PlainPage): FastifyReply {
  const nonce = randomBytes(16).toString('base64')
  const reload = reloadSeconds !== undefined && html`<meta http-equiv="refresh" content="${reloadSeconds}">`
  return reply
    .headers({
      'cache-control': 'no-store',
      'content-security-policy': contentSecurityPolicy({
        'default-src': "'none'",
        'style-src': `'nonce-${nonce}'`,
        'base-uri': "'none'",
        'form-action': "'none'",
        'frame-ancestors': "'none'",
      }),
    })
    .type('text/html;charset=UTF-8')
    .send(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${textOfHtml(html`${reload}`)}
<title>Tollgate</title>
<style nonce="${nonce}">${looks}</style>
</head>
<body>
<main>
<b>Tollgate</b>
${textOfHtml(content)}
</main>
</body>
</html>
`)
}

// The answer to an address that does not exist: a page for browsers, the API's error for programs.

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
