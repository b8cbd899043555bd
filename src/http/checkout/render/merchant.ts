// The merchant: logo or initial, and its URLs that a link may lead to.

import { type Html, html } from '../../../html/html.ts'
import type { MerchantView } from '../page-view.ts'

/** The name is beside it in the heading, therefore screen readers skip it. */
export function renderMerchantMark({ name, logo }: MerchantView): Html {
  const address = logo === undefined ? undefined : logoSource(logo)
  if (address !== undefined)
    return html`<img class="logo" src="${address}" alt="" referrerpolicy="no-referrer" decoding="async">`
  const [initial = ''] = name.trim()
  return html`<span class="initial" aria-hidden="true">${initial.toUpperCase()}</span>`
}

/** A path of the gateway itself, or a URL with https. */
function logoSource(logo: string): string | undefined {
  if (/^\/checkout\/logos\/[\w.%-]+\/[0-9a-f]{64}$/.test(logo)) return logo
  const address = parseWebUrl(logo)
  return address?.protocol === 'https:' ? address.href : undefined
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
