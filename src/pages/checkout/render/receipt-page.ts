// The page at the end, where no page of the shop takes over, and the page that says why there is nothing to pay here.
import { type Html, html } from '../../../platform/html/html.ts'
import { formatTime } from '../amount-text.ts'
import type { NoticeView, ReceiptView } from '../page-view.ts'
import { findBrandImage } from './brands.ts'
import {
  type CheckoutIconName,
  parseWebUrl,
  renderDocument,
  renderFooter,
  renderIcon,
  renderMerchantLine,
} from './document.ts'
import { type Renderer, withMerchantName } from './renderer.ts'

export function renderReceiptPage(renderer: Renderer, view: ReceiptView): Html {
  const { texts, locale } = renderer
  const { order, outcome, merchant, transactionId, time, source, brand, backUrl } = view
  const { title, text } = texts.receipt[outcome]
  const isGood = outcome !== 'FAILED'
  const fact = (label: string, value: string | undefined) =>
    value !== undefined && html`<div><dt>${label}</dt><dd><bdi>${value}</bdi></dd></div>`
  return renderDocument(renderer, view, {
    title,
    script: 'receipt.js',
    modules: ['leaving.js', 'local-time.js', 'shop-messages.js'],
    body: html`<div class="slip-room">${renderMerchantLine(merchant)}<main class="slip">
<div class="seal ${isGood ? 'seal-good' : 'seal-bad'}">${renderIcon(isGood ? 'check' : 'cross')}</div>
<h1>${title}</h1>
${order.amount !== undefined && isGood && html`<p class="amount"><bdi>${renderer.amount(order.amount, order.currency)}</bdi></p>`}
<p>${withMerchantName(text, merchant.name)}</p>
<dl class="facts">
${fact(texts.receiptMerchant, merchant.name)}
${!isGood && order.amount !== undefined && fact(texts.receiptAmount, renderer.amount(order.amount, order.currency))}
${fact(texts.order, order.id)}
${fact(texts.reference, order.reference)}
${source !== undefined && html`<div><dt>${texts.receiptSource}</dt><dd class="paid-with">${renderBrand(renderer, brand)}<bdi>${source}</bdi></dd></div>`}
${fact(texts.receiptTransaction, transactionId)}
<div><dt>${texts.receiptTime}</dt><dd><time datetime="${time}">${formatTime(locale, time)}</time></dd></div>
</dl>
${renderReturnLink(backUrl, withMerchantName(texts.back, merchant.name))}
${isGood && html`<p class="unprinted"><button class="quiet print" type="button" data-print hidden>${renderIcon('print')}<span>${texts.print}</span></button></p>`}
</main>${renderFooter(renderer, merchant)}</div>`,
  })
}

function renderBrand({ assets }: Renderer, brand: string | undefined): Html | undefined {
  const image = findBrandImage(brand)
  return (
    image &&
    html`<img class="mark" src="${assets.url(image.file)}" alt="" width="38" height="24"> <span>${image.name}</span> `
  )
}

/** Out of a frame, if the page is in one. */
function renderReturnLink(url: string | undefined, text: string): Html | undefined {
  const address = url === undefined ? undefined : parseWebUrl(url)
  if (!address) return undefined
  return html`<p class="unprinted"><a class="button" href="${address.href}" target="_top" rel="noreferrer"><span class="button-face"><span>${text}</span></span></a></p>`
}

const icons: Readonly<Record<NoticeView['about'], CheckoutIconName>> = {
  UNKNOWN: 'alert',
  EXPIRED: 'clock',
  CANCELLED: 'cross',
  NOT_HERE: 'alert',
  BROKEN: 'alert',
  BUSY: 'clock',
  PAYMENT_LINK_BUSY: 'clock',
  PAYMENT_LINK_DISABLED: 'cross',
  PAYMENT_LINK_EXHAUSTED: 'cross',
  PAYMENT_LINK_EXPIRED: 'clock',
  PAYMENT_LINK_PAID: 'check',
  RETURNED_PAID: 'check',
  RETURNED_UNPAID: 'cross',
  RETURNED_OPEN: 'clock',
}

export function renderNoticePage(renderer: Renderer, view: NoticeView): Html {
  const { texts } = renderer
  const { about, merchant, backUrl } = view
  const { title, text } = texts.notice[about]
  return renderDocument(renderer, view, {
    title,
    script: 'report-height.js',
    modules: ['leaving.js', 'shop-messages.js'],
    body: html`<div class="slip-room">${merchant && renderMerchantLine(merchant)}<main class="slip">
<div class="seal">${renderIcon(icons[about])}</div>
<h1>${title}</h1>
<p>${text}</p>
${renderReturnLink(backUrl, merchant ? withMerchantName(texts.back, merchant.name) : texts.backPlain)}
</main>${renderFooter(renderer, merchant)}</div>`,
  })
}
