// The page at /console while the console is being built, or when it could not be.
import { randomBytes } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { type Html, html, textOfHtml } from '../../html/html.ts'
import type { ConsoleBuild } from '../../ports/console-pages.ts'
import { contentSecurityPolicy } from '../edge/page-headers.ts'

type UnavailableBuild = Exclude<ConsoleBuild, { readonly kind: 'built' }>

function messageOf(build: UnavailableBuild): Html {
  if (build.kind === 'building')
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

/** In the console's own colours, which are not there to be loaded yet. */
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
p { margin: 0 0 .75rem; color: var(--soft); overflow-wrap: anywhere }
code { color: var(--ink); overflow-wrap: anywhere }
i { display: block; height: .25rem; margin-top: 1.5rem; overflow: hidden; border-radius: 1rem; background: var(--line) }
i::after { content: ''; display: block; width: 40%; height: 100%; border-radius: 1rem; background: var(--accent);
  animation: going 1.6s ease-in-out infinite alternate }
@keyframes going { from { transform: translateX(-10%) } to { transform: translateX(160%) } }
@media (prefers-reduced-motion: reduce) { i::after { animation: none } }`

/** Reloads every two seconds, until the console is there. */
export function sendUnavailablePage(reply: FastifyReply, build: UnavailableBuild): FastifyReply {
  return sendNotice(reply.header('retry-after', '2'), { message: messageOf(build), reloadSeconds: 2 })
}

/** Under overload; the header says when to try again. */
export function sendBusyPage(reply: FastifyReply): FastifyReply {
  const message = html`<h1>The console is busy</h1>
<p>The gateway has more to do than it can at the moment. The page reloads automatically in a few seconds.</p>`
  return sendNotice(reply, { message, reloadSeconds: Number(reply.getHeader('retry-after') ?? 5) })
}

function sendNotice(
  reply: FastifyReply,
  { message, reloadSeconds }: { readonly message: Html; readonly reloadSeconds: number },
): FastifyReply {
  const nonce = randomBytes(16).toString('base64')
  return reply
    .code(503)
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
<meta http-equiv="refresh" content="${reloadSeconds}">
<title>Tollgate</title>
<style nonce="${nonce}">${looks}</style>
</head>
<body>
<main>
<b>Tollgate</b>
${textOfHtml(message)}
</main>
</body>
</html>
`)
}
