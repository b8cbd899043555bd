// The frame of every page: head, sandbox ribbon, content, small print.

import { attributes, type Html, html } from '../../../platform/html/html.ts'
import { brandFolder } from '../assets.ts'
import { brandStyleName } from '../branding/brand-style.ts'
import type { MerchantView, PageView } from '../page-view.ts'
import { parseWebUrl } from './merchant.ts'
import type { Renderer } from './renderer.ts'

interface Content {
  readonly title: string
  readonly body: Html
  /** A script that starts when the page is loaded; the page waits for none. */
  readonly script?: string
  /** Further scripts and styles, which only some pages of a kind have. */
  readonly extra?: { readonly scripts: readonly string[]; readonly styles: readonly string[] }
  /** Modules that the scripts import: listed here, browsers fetch them at once and check them as well. */
  readonly modules?: readonly string[]
  /** For browsers without scripts: where the page goes by itself, and when. */
  readonly next?: { readonly seconds: number; readonly path: string }
  /** The origin of the bank's server, whose frame the page has. */
  readonly bank?: string | undefined
}

export const styles = ['colours.css', 'page.css', 'form.css'] as const

/** Of every page: one watches it for content that the gateway did not put there, one shows an initial for a logo that fails. */
export const commonScripts = ['watch.js', 'logo.js'] as const

export function renderDocument(renderer: Renderer, view: PageView, content: Content): Html {
  const { assets, texts, locale, direction } = renderer
  const { title, body, script, extra = { scripts: [], styles: [] }, modules = [], next, bank } = content
  const brand = view.theme && brandStyleName(view.theme)
  const sheets = [...styles, ...extra.styles, ...(brand === undefined ? [] : [`${brandFolder}${brand}`])]
  const scripts = [...commonScripts, ...(script === undefined ? [] : [script]), ...extra.scripts]
  return html`<!doctype html>
<html lang="${locale}" dir="${direction}"${attributes({
    'data-frame': view.frame.toLowerCase(),
    'data-bank': bank,
    'data-theme': view.theme?.scheme,
  })}>
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="format-detection" content="telephone=no">
<link rel="icon" type="image/svg+xml" href="${assets.url('mark.svg')}">
${sheets.map((name) => html`<link rel="stylesheet" href="${assets.url(name)}" integrity="${assets.integrity(name)}">\n`)}
${modules.map((name) => html`<link rel="modulepreload" href="${assets.url(name)}" integrity="${assets.integrity(name)}">\n`)}
${scripts.map((name) => html`<script type="module" src="${assets.url(name)}" integrity="${assets.integrity(name)}"></script>\n`)}
${next && html`<noscript><meta http-equiv="refresh" content="${next.seconds};url=${next.path}"></noscript>\n`}
</head>
<body${attributes({ 'data-origins': view.frame === 'PAGE' ? undefined : view.origins?.join(' ') })}>
${view.isSandbox && html`<aside class="ribbon">${texts.sandbox}</aside>`}
${body}
</body>
</html>
`
}

/** The contact for the order, and the operator of the page. */
export function renderFooter({ texts }: Renderer, merchant: MerchantView | undefined): Html {
  const { email, phone, url } = merchant ?? {}
  const address = url === undefined ? undefined : parseWebUrl(url)
  const ways = [
    email && html`<a href="mailto:${email}">${email}</a>`,
    phone && html`<a href="tel:${phone.replace(/[^+\d]/g, '')}"><bdi dir="ltr">${phone}</bdi></a>`,
    address &&
      html`<a href="${address.href}" target="_blank" rel="noopener noreferrer"><bdi dir="ltr">${address.host}</bdi></a>`,
  ].filter(Boolean)
  const lines = merchant?.addressLines.filter((line) => line !== '') ?? []
  return html`<footer class="small-print">
${
  merchant &&
  (ways.length > 0 || lines.length > 0) &&
  html`<section>
${ways.length > 0 && html`<p>${texts.questions} <span class="ways">${ways}</span></p>`}
<p><bdi>${merchant.name}${lines.map((line) => html`<span class="line">${line}</span>`)}</bdi></p>
</section>`
}
<p class="service">${texts.service}</p>
</footer>`
}
