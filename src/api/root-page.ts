// The page at the root, for people who type the gateway's address into a browser. Programs get the usual 404.
import type { FastifyInstance } from 'fastify'
import { html } from '../platform/html/html.ts'
import { isBrowser, plainPageHeaders } from '../platform/http/missing-page.ts'
import { sendPlainPage } from '../platform/http/plain-page.ts'

const content = html`<h1>A payment gateway</h1>
<p>You have reached the address that shops and their programs use.</p>
<ul>
<li><a href="/console">Console</a><span>Orders, refunds, webhooks and settings, for merchants and operators</span></li>
<li><a href="/docs">API reference</a><span>Operations, fields, guides and test cards, for developers</span></li>
</ul>`

export function rootPageRoute(app: FastifyInstance): void {
  app.get('/', async (request, reply) => {
    request.logFields['route'] = '/'
    reply.header('vary', 'accept')
    if (!isBrowser(request)) {
      reply.callNotFound()
      return reply
    }
    request.logFields['result'] = 'SUCCESS'
    reply.headers(plainPageHeaders)
    return sendPlainPage(reply, { content })
  })
}
