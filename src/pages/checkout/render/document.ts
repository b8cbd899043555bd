// What every page has: head, sandbox ribbon, the merchant, small drawings, small print; and what each part of it is
// rendered with.

import { attributes, type Html, html } from '../../../platform/html/html.ts'
import { formatAmount } from '../amount-text.ts'
import { brandFolder, type CheckoutAssets } from '../assets.ts'
import { brandStyleName } from '../branding/brand-style.ts'
import type { MerchantView, PageView } from '../page-view.ts'
import { type CheckoutTexts, fillPlaceholders, type Language, languageOf, languages } from './texts/index.ts'

interface Content {
  readonly title: string
  readonly body: Html
  /** A script that starts when the page is loaded; the page waits for none. */
  readonly script?: string | undefined
  /** Further scripts and styles, which only some pages of a kind have. */
  readonly extra?: { readonly scripts: readonly string[]; readonly styles: readonly string[] } | undefined
  /** Modules that the scripts import: listed here, browsers fetch them at once and check them as well. */
  readonly modules?: readonly string[] | undefined
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

// The merchant: logo or initial, and its URLs that a link may lead to.

/** The name is beside it in the heading, therefore screen readers skip it. The page's script shows the initial when the logo fails. */
export function renderMerchantMark({ name, logo }: MerchantView): Html {
  const hasLogo = logo !== undefined && isOwnLogo(logo)
  const [initial = ''] = name.trim()
  return html`${hasLogo && html`<img class="logo" src="${logo}" alt="" decoding="async">`}<span class="initial" aria-hidden="true"${attributes({ hidden: hasLogo })}>${initial.toUpperCase()}</span>`
}

/** Paths of the gateway itself: payers' browsers load nothing from other sites. */
function isOwnLogo(logo: string): boolean {
  return /^\/checkout\/(?:logos\/[\w.%-]+\/[0-9a-f]{64}|pay\/\w+\/logo)$/.test(logo)
}

/** Above a short message. */
export function renderMerchantLine(merchant: MerchantView): Html {
  return html`<header class="who who-line">${renderMerchantMark(merchant)}<bdi>${merchant.name}</bdi></header>`
}

/** Web addresses only: an address of another kind could run as a script. */
export function parseWebUrl(url: string): URL | undefined {
  const address = URL.parse(url)
  return address && (address.protocol === 'https:' || address.protocol === 'http:') ? address : undefined
}

// Small drawings in the colour of the text around them; all of them repeat what the text says.

const paths = {
  alert: 'M10 6.2v4.6M10 13.8h.01M10 2.2a7.8 7.8 0 1 1 0 15.6 7.8 7.8 0 0 1 0-15.6Z',
  bank: 'M3 8.2 10 3.5l7 4.7M3.2 16.5h13.6M5 9v5.5M8.4 9v5.5M11.6 9v5.5M15 9v5.5',
  card: 'M3.6 4.5h12.8c.9 0 1.6.7 1.6 1.6v7.8c0 .9-.7 1.6-1.6 1.6H3.6c-.9 0-1.6-.7-1.6-1.6V6.1c0-.9.7-1.6 1.6-1.6ZM2 8.3h16M5 12.4h3',
  check: 'm4.8 10.6 3.4 3.4 7-8',
  chevron: 'm5.5 7.8 4.5 4.6 4.5-4.6',
  clock: 'M10 5.6V10l2.8 1.8M10 2.2a7.8 7.8 0 1 1 0 15.6 7.8 7.8 0 0 1 0-15.6Z',
  cross: 'm5.5 5.5 9 9m0-9-9 9',
  gift: 'M3 7.4h14v3.1H3zM4.3 10.5v6.2h11.4v-6.2M10 7.4v9.3M10 7.4C7.4 7.4 5.9 6.4 5.9 4.900c0-2 3.1-2 4.1 2.5 1-4.5 4.1-4.5 4.1-2.5 0 1.5-1.5 2.5-4.1 2.500Z',
  lock: 'M5.3 9h9.400c.6 0 1.1.500 1.1 1.100v5.800c0 .6-.5 1.1-1.1 1.100H5.300c-.6 0-1.1-.5-1.1-1.100v-5.800c0-.6.5-1.1 1.1-1.100ZM6.7 9V6.500a3.3 3.3 0 0 1 6.6 0V9',
  print:
    'M6 7.500V3h8v4.500M6 14.500H4.200C3.500 14.500 3 14 3 13.300V8.700c0-.7.5-1.200 1.200-1.200h11.600c.7 0 1.200.5 1.200 1.200v4.600c0 .7-.5 1.200-1.200 1.200H14M6 12h8v5H6z',
  redirect:
    'M8 4H5.200C4.500 4 4 4.500 4 5.200v9.600c0 .7.5 1.200 1.200 1.200h9.600c.7 0 1.200-.5 1.200-1.200V12M11.500 4H16v4.500M16 4l-7 7',
  saved: 'M5.5 3h9v14L10 13.6 5.5 17z',
  shield: 'M10 2.500 4 4.800v4.700c0 3.700 2.500 6.400 6 8 3.500-1.600 6-4.300 6-8V4.800zM7.200 9.900l2 2 3.600-3.900',
  transfer: 'M3 7h12.500m-3-3 3 3-3 3M17 13H4.500m3-3-3 3 3 3',
  wallet:
    'M4 5.200h10.600c.8 0 1.400.6 1.400 1.400v1M4 5.200C3.300 5.200 2.800 5.700 2.800 6.400v8c0 .8.6 1.400 1.400 1.400h11.600c.8 0 1.400-.6 1.400-1.400V9c0-.8-.6-1.400-1.400-1.400H4c-.7 0-1.200-.5-1.200-1.200S3.300 5.200 4 5.200ZM13.800 11.700h.01',
} as const

export type CheckoutIconName = keyof typeof paths

export function renderIcon(name: CheckoutIconName): Html {
  return html`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false"><path d="${paths[name]}"/></svg>`
}

/** Where the security code is: the style shows the back or the front of a card, by what the script knows of the brand. */
export function renderCodePicture(): Html {
  return html`<svg class="brand code-picture" viewBox="0 0 38 24" aria-hidden="true" focusable="false"><rect class="code-card" x=".5" y=".5" width="37" height="23" rx="3"/><g class="code-back"><path class="code-stripe" d="M0 4.500h38v4.500H0z"/><path class="code-line" d="M4 14.500h16"/><rect class="code-place" x="22.500" y="11" width="11.500" height="7" rx="2"/></g><g class="code-front"><path class="code-line" d="M4 18.500h13M4 5.500h6v4.500H4z"/><rect class="code-place" x="20.500" y="6" width="13.500" height="7" rx="2"/></g></svg>`
}

/** What every part of a page is rendered with: the language's texts and conventions, and the files it may refer to. */
export interface Renderer {
  readonly texts: CheckoutTexts
  readonly locale: Language
  readonly direction: 'ltr' | 'rtl'
  readonly assets: CheckoutAssets
  amount(amount: string, currency: string): string
}

export function createRenderer(locale: string, assets: CheckoutAssets): Renderer {
  const language = languageOf(locale) ?? 'en'
  return {
    texts: languages[language],
    locale: language,
    direction: language === 'ar' ? 'rtl' : 'ltr',
    assets,
    amount: (amount, currency) => formatAmount(language, amount, currency),
  }
}

/** A sentence with the merchant's name in it. Marks around the name isolate its text direction. */
export function withMerchantName(words: string, merchantName: string): string {
  return fillPlaceholders(words, { merchant: `\u2068${merchantName}\u2069` })
}

/** The same with a provider's name. */
export function withProviderName(words: string, provider: string): string {
  return fillPlaceholders(words, { provider: `\u2068${provider}\u2069` })
}
