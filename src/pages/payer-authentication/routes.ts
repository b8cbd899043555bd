// Where payers come back from the issuer's page. A small page posts them on to the shop, to the address that the shop gave
// beforehand, with nothing but the names of the transaction and what to do about it: the shop asks us for the rest. Where
// the shop gave none, a page without any data ends the issuer's frame.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  type PayerAuthenticationDependencies,
  type ReturnFromChallenge,
  returnFromChallenge,
} from '../../payer-authentication/index.ts'
import { html, textOfHtml } from '../../platform/html/html.ts'
import { contentSecurityPolicy, permissionsPolicy, plainHeaders } from '../../platform/http/page-headers.ts'
import { readCheckoutFiles } from '../checkout/assets.ts'
import { respond } from '../checkout/respond.ts'
import { challengedResponse, noticeResponse } from '../checkout/responses.ts'
import { readCheckoutPageRequest, servePage } from '../checkout/serve.ts'

const returnPath = '/3ds/return/:token'
const files = { 'way-back.css': 'text/css;charset=UTF-8', 'way-back.js': 'text/javascript;charset=UTF-8' } as const
const assetPath = (name: keyof typeof files) => `/3ds/assets/${name}`

export function payerAuthenticationRoutes(
  app: FastifyInstance,
  { dependencies }: { readonly dependencies: PayerAuthenticationDependencies },
): void {
  const assets = readCheckoutFiles()
  const comeBack = async (request: FastifyRequest, reply: FastifyReply) => {
    const { token } = request.params as { readonly token: string }
    const back = await returnFromChallenge(token, dependencies)
    if (back?.url !== undefined) return sendReturnForm(request, reply, { ...back, url: back.url })
    if (back) {
      request.logFields['merchant'] = back.merchantId
      return respond(request, reply, { response: challengedResponse(request), assets })
    }
    const response = noticeResponse(
      undefined,
      { ...readCheckoutPageRequest(request), frame: 'PAGE' },
      { about: 'UNKNOWN', status: 404 },
    )
    return respond(request, reply, { response, assets })
  }
  // Access-control servers send the browser by a form of their own; a payer may also load the page again.
  servePage(app, { path: returnPath, methods: ['GET', 'POST'], isFromShops: true }, assets, {
    GET: comeBack,
    POST: comeBack,
  })
  for (const name of Object.keys(files) as readonly (keyof typeof files)[]) serveFile(app, name)
}

type ReturnToShop = ReturnFromChallenge & { readonly url: string }

/**
 * Access-control servers post. Anyone can open a link, and any payer can have named its target: such a page shows that
 * target and does not redirect there by itself.
 */
function isSentOn({ method }: FastifyRequest, { isUrlOfDevice }: ReturnToShop): boolean {
  return method === 'POST' || !isUrlOfDevice
}

function sendReturnForm(request: FastifyRequest, reply: FastifyReply, back: ReturnToShop): FastifyReply {
  request.logFields['merchant'] = back.merchantId
  request.logFields['result'] = 'SUCCESS'
  return reply
    .headers({ ...plainHeaders, ...returnFormHeaders })
    .header('content-type', 'text/html;charset=UTF-8')
    .send(renderReturnForm(back, isSentOn(request, back)))
}

/**
 * The challenge was in a frame of the shop's page or app, and so is the way back. Any document may show it, as it may the
 * issuer's own pages: there is nothing on it to be tricked into.
 */
const returnFormHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': contentSecurityPolicy({
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    // Browsers also check where the shop's answer sends them on to, which only the shop knows.
    'form-action': 'https: http:',
    'base-uri': "'none'",
  }),
  'permissions-policy': permissionsPolicy,
  'cache-control': 'no-store',
}

function renderReturnForm({ url, fields }: ReturnToShop, isAutomatic: boolean): string {
  const host = URL.parse(url)?.host ?? url
  return `<!doctype html>\n${textOfHtml(html`<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Back to the shop</title>
<link rel="stylesheet" href="${assetPath('way-back.css')}">
${isAutomatic && html`<script src="${assetPath('way-back.js')}" defer></script>`}
</head>
<body>
<main>
${
  isAutomatic
    ? html`<h1>One moment</h1>
<p role="status">You are going back to the shop.</p>`
    : html`<h1>Continue to ${host}?</h1>
<p>This page leads to another site. If it is not the shop that you are paying, close this page.</p>`
}
<form id="way-back" method="post" action="${url}">
${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<button type="submit">Continue</button>
</form>
</main>
</body>
</html>`)}`
}

const folder = resolve(import.meta.dirname, '..', '..', '..', 'web', 'payer-authentication')

function serveFile(app: FastifyInstance, name: keyof typeof files): void {
  const bytes = readFileSync(resolve(folder, name))
  const path = assetPath(name)
  app.get(path, (request, reply) => {
    request.logFields['route'] = path
    request.logFields['result'] = 'SUCCESS'
    const fileHeaders = { 'content-type': files[name], 'cache-control': 'public, max-age=300' }
    return reply.headers({ ...plainHeaders, ...fileHeaders }).send(bytes)
  })
}
