// The page at the end, where no page of the shop takes over.

import { type Html, html } from '../../../html/html.ts'
import type { ReceiptView } from '../page-view.ts'
import { renderDocument, renderFooter } from './document.ts'
import { formatTime } from './format.ts'
import { renderIcon } from './icons.ts'
import { parseWebUrl, renderMerchantLine } from './merchant.ts'
import { type Renderer, withMerchantName } from './renderer.ts'

export function renderReceiptPage(pen: Renderer, view: ReceiptView): Html {
  const { words, locale } = pen
  const { order, outcome, merchant, transactionId, time, source, backUrl } = view
  const { title, text } = words.receipt[outcome]
  const isGood = outcome !== 'FAILED'
  const fact = (label: string, value: string | undefined) =>
    value !== undefined && html`<div><dt>${label}</dt><dd><bdi>${value}</bdi></dd></div>`
  return renderDocument(pen, view, {
    title,
    script: 'tell-height.js',
    modules: ['leaving.js', 'telling.js'],
    body: html`<div class="slip-room">${renderMerchantLine(merchant)}<main class="slip">
<div class="seal ${isGood ? 'seal-good' : 'seal-bad'}">${renderIcon(isGood ? 'check' : 'cross')}</div>
<h1>${title}</h1>
${order.amount !== undefined && isGood && html`<p class="amount"><bdi>${pen.amount(order.amount, order.currency)}</bdi></p>`}
<p>${withMerchantName(text, merchant.name)}</p>
<dl class="facts">
${fact(words.receiptMerchant, merchant.name)}
${!isGood && order.amount !== undefined && fact(words.receiptAmount, pen.amount(order.amount, order.currency))}
${fact(words.order, order.id)}
${fact(words.reference, order.reference)}
${fact(words.receiptSource, source)}
${fact(words.receiptTransaction, transactionId)}
<div><dt>${words.receiptTime}</dt><dd><time datetime="${time}">${formatTime(locale, time)}</time></dd></div>
</dl>
${renderReturnLink(backUrl, withMerchantName(words.back, merchant.name))}
${isGood && html`<p class="note unprinted">${words.keepPage}</p>`}
</main>${renderFooter(pen, merchant)}</div>`,
  })
}

/** Out of a frame, if the page is in one. */
export function renderReturnLink(url: string | undefined, text: string): Html | undefined {
  const address = url === undefined ? undefined : parseWebUrl(url)
  if (!address) return undefined
  return html`<p class="unprinted"><a class="button" href="${address.href}" target="_top" rel="noreferrer"><span class="button-face"><span>${text}</span></span></a></p>`
}
