// The page at the end, where no page of the shop takes over.

import { type Html, html } from '../../../html/html.ts'
import type { ReceiptView } from '../page-view.ts'
import { drawDocument, drawFooter } from './document.ts'
import { formatTime } from './format.ts'
import { icon } from './icons.ts'
import { drawMerchantLine, webAddress } from './merchant.ts'
import { type Pen, saidOf } from './renderer.ts'

export function drawReceiptPage(pen: Pen, view: ReceiptView): Html {
  const { words, locale } = pen
  const { order, outcome, merchant, transactionId, time, source, backUrl } = view
  const { title, text } = words.receipt[outcome]
  const isGood = outcome !== 'FAILED'
  const fact = (label: string, value: string | undefined) =>
    value !== undefined && html`<div><dt>${label}</dt><dd><bdi>${value}</bdi></dd></div>`
  return drawDocument(pen, view, {
    title,
    script: 'tell-height.js',
    modules: ['leaving.js', 'telling.js'],
    body: html`<div class="slip-room">${drawMerchantLine(merchant)}<main class="slip">
<div class="seal ${isGood ? 'seal-good' : 'seal-bad'}">${icon(isGood ? 'check' : 'cross')}</div>
<h1>${title}</h1>
${order.amount !== undefined && isGood && html`<p class="amount"><bdi>${pen.amount(order.amount, order.currency)}</bdi></p>`}
<p>${saidOf(text, merchant.name)}</p>
<dl class="facts">
${fact(words.receiptMerchant, merchant.name)}
${!isGood && order.amount !== undefined && fact(words.receiptAmount, pen.amount(order.amount, order.currency))}
${fact(words.order, order.id)}
${fact(words.reference, order.reference)}
${fact(words.receiptSource, source)}
${fact(words.receiptTransaction, transactionId)}
<div><dt>${words.receiptTime}</dt><dd><time datetime="${time}">${formatTime(locale, time)}</time></dd></div>
</dl>
${drawWayBack(backUrl, saidOf(words.back, merchant.name))}
${isGood && html`<p class="note unprinted">${words.keepPage}</p>`}
</main>${drawFooter(pen, merchant)}</div>`,
  })
}

/** Out of a frame, if the page is in one. */
export function drawWayBack(url: string | undefined, text: string): Html | undefined {
  const address = url === undefined ? undefined : webAddress(url)
  if (!address) return undefined
  return html`<p class="unprinted"><a class="button" href="${address.href}" target="_top" rel="noreferrer"><span class="button-face"><span>${text}</span></span></a></p>`
}
