// The frame of every page of a simulated provider: its name and colours, and the notice that nothing here is real.

import type { Provider } from '../../../../kernel/provider.ts'
import { type Html, html, textOfHtml } from '../../../../platform/html/html.ts'
import { offers } from '../conventions.ts'
import type { SiteAssets } from './assets.ts'

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
