// The merchant: logo or initial, and its URLs that a link may lead to.

import { attributes, type Html, html } from '../../../platform/html/html.ts'
import type { MerchantView } from '../page-view.ts'

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
