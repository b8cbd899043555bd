// The page at /console while the console is being built, or when it could not be.
import type { FastifyReply } from 'fastify'
import { type Html, html } from '../platform/html/html.ts'
import { sendPlainPage } from '../platform/http/plain-page.ts'
import type { ConsoleBuild } from './build/console-pages.ts'

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
export function sendUnavailablePage(reply: FastifyReply, build: UnavailableBuild): FastifyReply {
  return sendPlainPage(reply.code(503).header('retry-after', '2'), { content: messageOf(build), reloadSeconds: 2 })
}

/** Under overload; the header says when to try again. */
export function sendBusyPage(reply: FastifyReply): FastifyReply {
  const content = html`<h1>The console is busy</h1>
<p>The gateway has more to do than it can at the moment. The page reloads automatically in a few seconds.</p>`
  return sendPlainPage(reply.code(503), { content, reloadSeconds: Number(reply.getHeader('retry-after') ?? 5) })
}
