// The frame of every page of a simulated provider: its name and colours, and the notice that nothing here is real;
// its styles, and its security headers.

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Provider } from '../../../../kernel/provider.ts'
import { type Html, html, textOfHtml } from '../../../../platform/html/html.ts'
import { offers } from '../conventions.ts'

export interface SitePage {
  readonly provider: Provider
  readonly title: string
  readonly main: Html
}

export function letterOf(provider: Provider): string {
  return provider.slice(-1)
}

export function renderSiteDocument({ provider, title, main }: SitePage, { url, integrity }: SiteAssets): string {
  const { displayName } = offers[provider]
  const letter = letterOf(provider)
  return textOfHtml(html`<!doctype html>
<html lang="en" data-provider="${letter.toLowerCase()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · ${displayName}</title>
<link rel="stylesheet" href="${url}" integrity="${integrity}">
</head>
<body>
<aside class="ribbon">Sandbox: no money moves on this page.</aside>
<header class="brand"><span class="mark" aria-hidden="true">${letter}</span> <span class="name">${displayName}</span></header>
<main>${main}</main>
<footer><p>${displayName} is a simulated provider of this sandbox.</p></footer>
</body>
</html>
`)
}

/** A page with a message only. */
export function renderSiteNotice(
  {
    provider,
    title,
    text,
    after,
  }: Omit<SitePage, 'main'> & { readonly text: string; readonly after?: Html | undefined },
  assets: SiteAssets,
): string {
  const main = html`<div class="slip"><h1>${title}</h1><p>${text}</p>${after}</div>`
  return renderSiteDocument({ provider, title, main }, assets)
}

/** A link back, only to an address that a browser can open without running code. */
export function renderSiteReturnLink(returnUrl: string, merchantName: string): Html | undefined {
  if (!/^https?:\/\//.test(returnUrl)) return undefined
  return html`<p><a class="button" href="${returnUrl}">Back to ${merchantName}</a></p>`
}

/** The addresses of the simulated providers' sites. */
export const sitePath = (provider: Provider): string => `/sandbox/providers/${provider.slice(-1).toLowerCase()}`

export const paymentPath = (provider: Provider, siteToken: string): string => `${sitePath(provider)}/pay/${siteToken}`

/** Where a payer agrees to later payments. */
export const agreementPath = (siteToken: string): string => `${sitePath('PROVIDER_A')}/agree/${siteToken}`

/** Where a payer sees the agreements, and may withdraw them. */
export const agreementsPath = (siteToken: string): string => `${sitePath('PROVIDER_A')}/agreements/${siteToken}`

// The styles of the simulated providers' pages: read once, and identified by their content.

const file = resolve(import.meta.dirname, '..', '..', '..', '..', '..', 'web', 'sandbox', 'providers.css')
const path = '/sandbox/assets/providers/:fingerprint/providers.css'

export interface SiteAssets {
  readonly url: string
  /** For the integrity attribute: browsers refuse a file with another content. */
  readonly integrity: string
  readonly bytes: Buffer
}

/** Read when the server is built: a sandbox without its pages does not start. */
export function readSiteAssets(): SiteAssets {
  const bytes = readFileSync(file)
  const fingerprint = createHash('sha256').update(bytes).digest('hex').slice(0, 16)
  return {
    url: path.replace(':fingerprint', fingerprint),
    integrity: `sha384-${createHash('sha384').update(bytes).digest('base64')}`,
    bytes,
  }
}

export function assetRoute(app: FastifyInstance, { bytes }: SiteAssets): void {
  app.get(path, async (request, reply) => {
    request.logFields['route'] = path
    request.logFields['result'] = 'SUCCESS'
    return reply
      .headers(siteHeaders)
      .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
      .header('cross-origin-resource-policy', 'same-origin')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .type('text/css;charset=UTF-8')
      .send(bytes)
  })
}

// The security headers of the simulated providers' pages.

/**
 * Of every response to a browser, including redirects. The address of a page contains the token that identifies the
 * payer.
 */
export const siteHeaders: Readonly<Record<string, string>> = {
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/**
 * The policy does not restrict where forms may lead: browsers would apply that also to the redirect that follows, and
 * on from there to the shop, which a provider does not know. The forms themselves lead to their own page.
 */
export const sitePageHeaders: Readonly<Record<string, string>> = {
  ...siteHeaders,
  'content-security-policy':
    "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  'cache-control': 'no-store',
}
